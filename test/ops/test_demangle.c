/* SPDX-License-Identifier: MIT */
/* Names of every production in each style, and what is no name; cuts, hostile shapes, limits and want of memory. */
#include <stdio.h>
#include <string.h>

#include <diagfmt/diagfmt.h>
#include <diagfmt/ops/symbols.h>

#include "../unit/counter.h"

/* As the GNU and LLVM programs print them, and what these do not know as they print its like. NULL: not mangled. */
static const char SAME[] = "as GNU";
static const struct {
  const char *mangled, *gnu, *llvm, *name;
} names[] = {
    {"_ZN4game5World4tickEf", "game::World::tick(float)", SAME, "game::World::tick"},
    {"_ZN4game5WorldD0Ev", "game::World::~World()", SAME, "game::World::~World"},
    {"_ZNSt6vectorIiSaIiEE9push_backEOi", "std::vector<int, std::allocator<int> >::push_back(int&&)", SAME,
     "std::vector<int, std::allocator<int> >::push_back"},
    {"_ZStplIcEvT_S0_", "void std::operator+<char>(char, char)", SAME, "std::operator+<char>"},
    {"_Z5applyIiJlbEEvT_DpT0_", "void apply<int, long, bool>(int, long, bool)", SAME, "apply<int, long, bool>"},
    {"_Z4pairISt4pairIiPKcEEvRKT_", "void pair<std::pair<int, char const*> >(std::pair<int, char const*> const&)", SAME,
     "pair<std::pair<int, char const*> >"},
    {"_ZN2io4FileC1EOS0_", "io::File::File(io::File&&)", SAME, "io::File::File"},
    {"_ZN2io4File4readEPvm", "io::File::read(void*, unsigned long)", SAME, "io::File::read"},
    {"_ZNKSt3mapIiS_IcdEE4sizeEv", "std::map<int, std::map<char, double> >::size() const", SAME,
     "std::map<int, std::map<char, double> >::size"},
    {"_Z3maxIdET_S0_S0_", "double max<double>(double, double)", SAME, "max<double>"},
    {"_ZN3foo3barIXeqLi1ELi2EEEEvv", "void foo::bar<(1)==(2)>()", "void foo::bar<(1) == (2)>()", "foo::bar<(1)==(2)>"},
    {"_Z1fIXaaLb1ELb0EEEvv", "void f<(true)&&(false)>()", "void f<(true) && (false)>()", "f<(true)&&(false)>"},
    {"_Z1fIXcvbLi3EEEvv", "void f<(bool)(3)>()", SAME, "f<(bool)(3)>"},
    {"_Z1fIXntLb1EEEvv", "void f<!(true)>()", SAME, "f<!(true)>"},
    {"_Z1fIXszLi1EEEvv", "void f<sizeof (1)>()", SAME, "f<sizeof (1)>"},
    {"_Z1fIXstiEEvv", "void f<sizeof (int)>()", SAME, "f<sizeof (int)>"},
    {"_Z1fIXatiEEvv", "void f<alignof (int)>()", SAME, "f<alignof (int)>"},
    {"_Z1fIXquLb1ELi2ELi3EEEvv", "void f<(true)?(2) : (3)>()", "void f<(true) ? (2) : (3)>()", "f<(true)?(2) : (3)>"},
    {"_Z1fIXlsLi1ELi4EEEvv", "void f<(1)<<(4)>()", "void f<(1) << (4)>()", "f<(1)<<(4)>"},
    {"_Z1fIXoRLi1ELi4EEEvv", "void f<(1)|=(4)>()", "void f<(1) |= (4)>()", "f<(1)|=(4)>"},
    {"_Z1fIiEDTcmfp_fp0_ET_i", "decltype ({parm#1},{parm#2}) f<int>(int, int)",
     "decltype((fp) , (fp0)) f<int>(int, int)", "f<int>"},
    {"_Z1fIiEDTclfp_Li1ELi2EEET_", "decltype ({parm#1}(1, 2)) f<int>(int)", "decltype(fp(1, 2)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTclonaSfp_EET_", "decltype ((operator=)({parm#1})) f<int>(int)", "decltype(operator=(fp)) f<int>(int)",
     "f<int>"},
    {"_Z1fIiEDTccPT_fp_EPS0_", "decltype (const_cast<int*>({parm#1})) f<int>(int*)",
     "decltype(const_cast<int*>(fp)) f<int>(int*)", "f<int>"},
    {"_Z1fIiEDTdcRT_fp_ES0_", "decltype (dynamic_cast<int&>({parm#1})) f<int>(int)",
     "decltype(dynamic_cast<int&>(fp)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTrcPT_fp_ES0_", "decltype (reinterpret_cast<int*>({parm#1})) f<int>(int)",
     "decltype(reinterpret_cast<int*>(fp)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTscT_fp_ES0_", "decltype (static_cast<int>({parm#1})) f<int>(int)",
     "decltype(static_cast<int>(fp)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTnaLi3E_T_EES0_", "decltype (new (3) int) f<int>(int)", "decltype(new[] (3)int) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTnw_T_ilEES0_", "decltype (new int{}) f<int>(int)", "decltype(new int{}) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTilLi1ELi2EEET_", "decltype ({1, 2}) f<int>(int)", "decltype({1, 2}) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTtlT_Li1EEES0_", "decltype (int{1}) f<int>(int)", "decltype(int{1}) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTdsfp_fp0_ET_i", "decltype ({parm#1}.*{parm#2}) f<int>(int, int)", "decltype(fp.*fp0) f<int>(int, int)",
     "f<int>"},
    {"_Z1fIiEDTpmfp_fp0_ET_i", "decltype ({parm#1}->*{parm#2}) f<int>(int, int)",
     "decltype((fp) ->* (fp0)) f<int>(int, int)", "f<int>"},
    {"_Z1fIiEDTmm_fp_ET_", "decltype (--{parm#1}) f<int>(int)", "decltype(--(fp)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTmmfp_ET_", "decltype ({parm#1}--) f<int>(int)", "decltype((fp)--) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTcofp_ET_", "decltype (~{parm#1}) f<int>(int)", "decltype(~(fp)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTpsfp_ET_", "decltype (+{parm#1}) f<int>(int)", "decltype(+(fp)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTsrN1A1B1CE1xET_", "decltype (A::B::C::x) f<int>(int)", "decltype(A::B::C::x) f<int>(int)", "f<int>"},
    {"_Z1fIJiEEDTfllsfp_EDpT_", "decltype ((...<<{parm#1})) f<int>(int)", "decltype((... << (fp...))) f<int>(int)",
     "f<int>"},
    {"_Z1fIJiEEDTfRaafp_Lb1EEDpT_", "decltype (({parm#1}&&...&&(true))) f<int>(int)",
     "decltype(((fp...) && ... && true)) f<int>(int)", "f<int>"},
    {"_Z1fIiEDTdafp_ET_", "decltype (delete[] {parm#1}) f<int>(int)", "decltype(delete[] fp) f<int>(int)", "f<int>"},
    {"_Z1fIiEvu9__make_upIT_E", "void f<int>(__make_up<int>)", SAME, "f<int>"},
    {"_ZN1XssERKS_", "X::operator<=>(X const&)", SAME, "X::operator<=>"},
    {"_ZN1XaaEi", "X::operator&&(int)", SAME, "X::operator&&"},
    {"_ZN1XpmEv", "X::operator->*()", SAME, "X::operator->*"},
    {"_ZN1XcmEi", "X::operator,(int)", SAME, "X::operator,"},
    {"_ZN1XrSEi", "X::operator>>=(int)", SAME, "X::operator>>="},
    {"_ZN1XcvPKcEv", "X::operator char const*()", SAME, "X::operator char const*"},
    {"_ZN1XcvT_I1YEEv", "X::operator Y<Y>()", SAME, "X::operator Y<Y>"},
    {"_ZN1XnwEm", "X::operator new(unsigned long)", SAME, "X::operator new"},
    {"_Zli3_kmd", "operator\"\" _km(double)", SAME, "operator\"\" _km"},
    {"_ZZN3app3runEiE5count", "app::run(int)::count", SAME, "app::run(int)::count"},
    {"_ZZN3app3runEiE5count_1", "app::run(int)::count", SAME, "app::run(int)::count"},
    {"_ZZN3app3runEvENKUlRT_DpOT0_E_clIiJcEEEDaS1_S4_",
     "auto app::run()::{lambda(auto:1&, (auto:2&&)...)#1}::operator()<int, char>(int&, char&&) const",
     "auto app::run()::'lambda'(auto&, auto&&...)::operator()<int, char>(auto&, auto&&...) const",
     "app::run()::{lambda(auto:1&, (auto:2&&)...)#1}::operator()<int, char>"},
    {"_ZZ3runvENUlvE3_4_FUNEv", "run()::{lambda()#5}::_FUN()", "run()::'lambda3'()::_FUN()",
     "run()::{lambda()#5}::_FUN"},
    {"_ZN3appUt_3setEi", "app::{unnamed type#1}::set(int)", "app::'unnamed'::set(int)", "app::{unnamed type#1}::set"},
    {"_ZN3appUlvE_8callableE", "app::{lambda()#1}::callable", "app::'lambda'()::callable",
     "app::{lambda()#1}::callable"},
    {"_ZN12_GLOBAL__N_13runEv", "(anonymous namespace)::run()", SAME, "(anonymous namespace)::run"},
    {"_ZN3app12_GLOBAL__N_14Type3runEv", "app::(anonymous namespace)::Type::run()", SAME,
     "app::(anonymous namespace)::Type::run"},
    {"_ZN3appL5countE", "app::count", SAME, "app::count"},
    {"_ZL7counter", "counter", SAME, "counter"},
    {"_ZN3app3getB3newB3oldEv", "app::get[abi:new][abi:old]()", SAME, "app::get[abi:new][abi:old]"},
    {"_ZDC5first6secondE", "[first, second]", SAME, "[first, second]"},
    {"_ZN3appDC5first6secondEE", "app::[first, second]", SAME, "app::[first, second]"},
    {"_ZTV3app", "vtable for app", SAME, "vtable for app"},
    {"_ZTTN3app4MainE", "VTT for app::Main", SAME, "VTT for app::Main"},
    {"_ZTIPKc", "typeinfo for char const*", SAME, "typeinfo for char const*"},
    {"_ZTSFivE", "typeinfo name for int ()", SAME, "typeinfo name for int ()"},
    {"_ZTCN3app4MainE16_NS_4BaseE", "construction vtable for app::Base-in-app::Main", SAME,
     "construction vtable for app::Base-in-app::Main"},
    {"_ZThn24_N3app4Main3runEv", "non-virtual thunk to app::Main::run()", SAME,
     "non-virtual thunk to app::Main::run()"},
    {"_ZTv0_n32_N3app4MainD1Ev", "virtual thunk to app::Main::~Main()", SAME, "virtual thunk to app::Main::~Main()"},
    {"_ZTch0_hn8_N3app4Main4makeEv", "covariant return thunk to app::Main::make()", SAME,
     "covariant return thunk to app::Main::make()"},
    {"_ZGVN3app5valueE", "guard variable for app::value", SAME, "guard variable for app::value"},
    {"_ZGRN3app5valueE_", "reference temporary #0 for app::value", "reference temporary for app::value",
     "reference temporary #0 for app::value"},
    {"_ZTHN3app5valueE", "TLS init function for app::value", "thread-local initialization routine for app::value",
     "TLS init function for app::value"},
    {"_ZTWN3app5valueE", "TLS wrapper function for app::value", "thread-local wrapper routine for app::value",
     "TLS wrapper function for app::value"},
    {"_ZTAXtl3ConLi4EEE", "template parameter object for Con{4}", SAME, "template parameter object for Con{4}"},
    {"_Z3fooPFiPFvcEE", "foo(int (*)(void (*)(char)))", SAME, "foo"},
    {"_Z3fooPFPFvcEiE", "foo(void (*(*)(int))(char))", "foo(void (* (*)(int))(char))", "foo"},
    {"_Z3fooPA2_A3_Kc", "foo(char const (*) [2][3])", SAME, "foo"},
    {"_Z3fooRA7_i", "foo(int (&) [7])", SAME, "foo"},
    {"_Z3fooOA7_Ki", "foo(int const (&&) [7])", SAME, "foo"},
    {"_Z3fooM3appi", "foo(int app::*)", SAME, "foo"},
    {"_Z3fooM3appKFivE", "foo(int (app::*)() const)", SAME, "foo"},
    {"_Z3fooM3appVFivREO1A", "foo(int (app::*)() volatile &, A&&)", SAME, "foo"},
    {"_Z3fooCdGf", "foo(double _Complex, float _Imaginary)", "foo(double complex, float imaginary)", "foo"},
    {"_Z3fooDv8_s", "foo(short __vector(8))", "foo(short vector[8])", "foo"},
    {"_Z3fooPU8__aliveKc", "foo(char __aliveK*)", SAME, "foo"},
    {"_Z3fooU7_AtomicIiEi", "foo(int _Atomic<int>)", SAME, "foo"},
    {"_Z3fooDoFvvE", "foo(void () noexcept)", SAME, "foo"},
    {"_Z3fooPDwicEFvvE", "foo(void (*)() throw(int, char))", SAME, "foo"},
    {"_Z3fooPDxFvvE", "foo(void (*)() transaction_safe)", SAME, "foo"},
    {"_Z3fooPFvvOE", "foo(void (*)() &&)", SAME, "foo"},
    {"_Z3fooTs6Struct", "foo(struct Struct)", SAME, "foo"},
    {"_Z3fooTe4EnumTu5Union", "foo(enum Enum, union Union)", SAME, "foo"},
    {"_Z3fooPrVKi", "foo(int const volatile restrict*)", SAME, "foo"},
    {"_Z3foowbcahstijlmxynofdegz",
     "foo(wchar_t, bool, char, signed char, unsigned char, short, unsigned short, int, unsigned int, long, unsigned "
     "long, long long, unsigned long long, __int128, unsigned __int128, float, double, long double, __float128, ...)",
     SAME, "foo"},
    {"_Z3fooDdDeDfDhDiDsDuDnDa",
     "foo(decimal64, decimal128, decimal32, half, char32_t, char16_t, char8_t, decltype(nullptr), auto)",
     "foo(decimal64, decimal128, decimal32, half, char32_t, char16_t, char8_t, std::nullptr_t, auto)", "foo"},
    {"_Z3fooDF16_DF128_", "foo(_Float16, _Float128)", SAME, "foo"},
    {"_Z3fooSaIcESbIcSt11char_traitsIcESaIcEE",
     "foo(std::allocator<char>, std::basic_string<char, std::char_traits<char>, std::allocator<char> >)", SAME, "foo"},
    {"_ZNSsaSEPKc", "std::basic_string<char, std::char_traits<char>, std::allocator<char> >::operator=(char const*)",
     "std::string::operator=(char const*)",
     "std::basic_string<char, std::char_traits<char>, std::allocator<char> >::operator="},
    {"_ZNSoD1Ev", "std::basic_ostream<char, std::char_traits<char> >::~basic_ostream()", SAME,
     "std::basic_ostream<char, std::char_traits<char> >::~basic_ostream"},
    {"_ZNSi3getEv", "std::basic_istream<char, std::char_traits<char> >::get()", "std::istream::get()",
     "std::basic_istream<char, std::char_traits<char> >::get"},
    {"_ZNSaIiEC1Ev", "std::allocator<int>::allocator()", SAME, "std::allocator<int>::allocator"},
    {"_Z1fIRiEvOT_", "void f<int&>(int&)", SAME, "f<int&>"},
    {"_Z1fIOiEvRT_", "void f<int&&>(int&)", SAME, "f<int&&>"},
    {"_Z1fIA4_cEvRKT_", "void f<char [4]>(char const (&) [4])", SAME, "f<char [4]>"},
    {"_Z1fIFivEEvPT_", "void f<int ()>(int (*)())", SAME, "f<int ()>"},
    {"_Z1fIKiEvPKT_", "void f<int const>(int const*)", "void f<int const>(int const const*)", "f<int const>"},
    {"_Z1fIJEEvDpT_", "void f<>()", SAME, "f<>"},
    {"_Z1fIiJEEvT_DpT0_", "void f<int>(int)", SAME, "f<int>"},
    {"_Z1fIJilEEv5TupleIJDpPT_EE", "void f<int, long>(Tuple<int*, long*>)", SAME, "f<int, long>"},
    {"_Z1fIJilEEDTspfp_EDpT_", "decltype ({parm#1}...) f<int, long>(int, long)",
     "decltype(fp...) f<int, long>(int, long)", "f<int, long>"},
    {"_Z1fIJilcEEDTsZT_EDpT_", "decltype (3) f<int, long, char>(int, long, char)",
     "decltype(sizeof...(int, long, char)) f<int, long, char>(int, long, char)", "f<int, long, char>"},
    {"_Z1fILln7EEvv", "void f<-7l>()", SAME, "f<-7l>"},
    {"_Z1fILh255EEvv", "void f<(unsigned char)255>()", SAME, "f<(unsigned char)255>"},
    {"_Z1fIL5Color2EEvv", "void f<(Color)2>()", SAME, "f<(Color)2>"},
    {"_Z1fILPv0EEvv", "void f<(void*)0>()", SAME, "f<(void*)0>"},
    {"_Z1fILf3fc00000ELdc004000000000000EEvv", "void f<(float)[3fc00000], (double)[c004000000000000]>()",
     "void f<0x1.8p+0f, -0x1.4p+1>()", "f<(float)[3fc00000], (double)[c004000000000000]>"},
    {"_Z1fIL_Z1gvEEvv", "void f<g()>()", SAME, "f<g()>"},
    {"_Z1fIXadL_Z1gvEEEvv", "void f<&(g())>()", SAME, "f<&(g())>"},
    {"_Z1fIXadL_ZN1A1gEvEEEvv", "void f<&A::g>()", "void f<&(A::g())>()", "f<&A::g>"},
    {"_Z1fN1AIN1BIiEEE1CE", "f(A<B<int> >::C)", SAME, "f"},
    {"_ZN1AIiE1BIcE1CIdE1fES3_S1_", "A<int>::B<char>::C<double>::f(A<int>::B<char>::C, A<int>::B)", SAME,
     "A<int>::B<char>::C<double>::f"},
    {"_Z1f1AS_PS_PKS_RS2_", "f(A, A, A*, A const*, A const*&)", SAME, "f"},
    {"_Z1fIXsr3AppE4sizeEEvv", "void f<App::size>()", SAME, "f<App::size>"},
    {"_Z1fIiEvNSt9enable_ifIXsrSt11is_integralIT_E5valueEvE4typeE",
     "void f<int>(std::enable_if<std::is_integral<int>::value, void>::type)", SAME, "f<int>"},
    {"_Z1fIiE1AIXsrT_5valueEES1_", "A<int::value> f<int>(int)", SAME, "f<int>"},
    {"_Z3foov.cold", "foo() [clone .cold]", "foo() (.cold)", "foo"},
    {"_Z3foov.part.0.constprop.3", "foo() [clone .part.0] [clone .constprop.3]", "foo() (.part.0.constprop.3)", "foo"},
    {"_Z3foov@plt", "foo()@plt", SAME, "foo"},
    {"_Z3foov@@APP_1.0", "foo()@@APP_1.0", SAME, "foo"},
    {"_GLOBAL__I__Z3foov", "global constructors keyed to foo()", SAME, "global constructors keyed to foo"},
    {"_GLOBAL__D_main", "global destructors keyed to main", SAME, "global destructors keyed to main"},
    {"_GLOBAL__sub_I_main.cpp", "global constructors keyed to main.cpp", SAME, "global constructors keyed to main.cpp"},
    {"__Z3foov", "foo()", SAME, "foo"},
    {"___Z4workv_block_invoke", NULL, "invocation function for block in work()", NULL},
    {"____Z4workv_block_invoke_3", NULL, "invocation function for block in work()", NULL},
    {"_Z1fUa9enable_ifIXLb1EEEi", "f(int) [enable_if:true]", SAME, "f"},
    {"_RNvC3app4main", "app[0]::main", "app::main", "app::main"},
    {"_RNvNtCs1234_3app3sub4main", "app[3c1c0]::sub::main", "app::sub::main", "app::sub::main"},
    {"_RNCNvC3app4main0", "app[0]::main::{closure#0}", "app::main::{closure#0}", "app::main::{closure#0}"},
    {"_RNCNvC3app4mains1_0", "app[0]::main::{closure#3}", "app::main::{closure#3}", "app::main::{closure#3}"},
    {"_RNSNvC3app4main6vtable", "app[0]::main::{shim:vtable#0}", "app::main::{shim:vtable#0}",
     "app::main::{shim:vtable#0}"},
    {"_RINvC3app4makelmE", "app[0]::make::<i32, u32>", "app::make::<i32, u32>", "app::make::<i32, u32>"},
    {"_RINvC3app4makeTEThETcbEE", "app[0]::make::<(), (u8,), (char, bool)>", "app::make::<(), (u8,), (char, bool)>",
     "app::make::<(), (u8,), (char, bool)>"},
    {"_RINvC3app4makeRhQhPhOhE", "app[0]::make::<&u8, &mut u8, *const u8, *mut u8>",
     "app::make::<&u8, &mut u8, *const u8, *mut u8>", "app::make::<&u8, &mut u8, *const u8, *mut u8>"},
    {"_RINvC3app4makeRL_eE", "app[0]::make::<&str>", "app::make::<&str>", "app::make::<&str>"},
    {"_RINvC3app4makeShAhj8_E", "app[0]::make::<[u8], [u8; 8: usize]>", "app::make::<[u8], [u8; 8]>",
     "app::make::<[u8], [u8; 8]>"},
    {"_RINvC3app4makeFEuE", "app[0]::make::<fn()>", "app::make::<fn()>", "app::make::<fn()>"},
    {"_RINvC3app4makeFUKCaiEyE", "app[0]::make::<unsafe extern \"C\" fn(i8, isize) -> u64>",
     "app::make::<unsafe extern \"C\" fn(i8, isize) -> u64>", "app::make::<unsafe extern \"C\" fn(i8, isize) -> u64>"},
    {"_RINvC3app4makeFG_RL0_hEhE", "app[0]::make::<for<'a> fn(&'a u8) -> u8>", "app::make::<for<'a> fn(&'a u8) -> u8>",
     "app::make::<for<'a> fn(&'a u8) -> u8>"},
    {"_RINvC3app4makeDNtC3std4SendEL_E", "app[0]::make::<dyn std[0]::Send>", "app::make::<dyn std::Send>",
     "app::make::<dyn std::Send>"},
    {"_RINvC3app4makeDG0_INtC3std2FnTRL0_hRL1_cEEp6OutputuEL_E",
     "app[0]::make::<dyn for<'a, 'b> std[0]::Fn<(&'b u8, &'a char), Output = ()>>",
     "app::make::<dyn for<'a, 'b> std::Fn<(&'b u8, &'a char), Output = ()>>",
     "app::make::<dyn for<'a, 'b> std::Fn<(&'b u8, &'a char), Output = ()>>"},
    {"_RINvC3app4makeKj1f_Kin3_Kb1_Kc41_Kcc3_KpE",
     "app[0]::make::<31: usize, -3: isize, true: bool, 'A': char, '\\u{c3}': char, _>",
     "app::make::<31, -3, true, 'A', '\\u{c3}', _>", "app::make::<31, -3, true, 'A', '\\u{c3}', _>"},
    {"_RINvC3app4makeKoffffffffffffffffff_E", "app[0]::make::<0xffffffffffffffffff: u128>",
     "app::make::<0xffffffffffffffffff>", "app::make::<0xffffffffffffffffff>"},
    {"_RNvMC3appNtB2_4Type3new", "<app[0]::Type>::new", "<app::Type>::new", "<app::Type>::new"},
    {"_RNvXs_C3appNtB4_4TypeNtC3std4Show4show", "<app[0]::Type as std[0]::Show>::show",
     "<app::Type as std::Show>::show", "<app::Type as std::Show>::show"},
    {"_RNvYNtC3app4TypeNtC3std4Show4show", "<app[0]::Type as std[0]::Show>::show", "<app::Type as std::Show>::show",
     "<app::Type as std::Show>::show"},
    {"_RNvC3app4main.llvm.42", "app[0]::main", "app::main (.llvm.42)", "app::main"},
    {"_RNvC3app4mainC3bin", "app[0]::main", "app::main", "app::main"},
    {"_RNvC3appu9gre_5pa0a", "app[0]::ċgĐre", "app::ċgĐre", "app::ċgĐre"},
    {"_RNvC3appu7caf_dma", "app[0]::café", "app::café", "app::café"},
    {"_ZN3app4main17h1234567890abcde0E", "app::main::h1234567890abcde0", SAME, "app::main"},
    {"_ZN3app4main17h1234567890abcde0E.llvm.7", "app::main::h1234567890abcde0",
     "app::main::h1234567890abcde0 (.llvm.7)", "app::main"},
    {"_ZN3app28_$u7b$$u7b$closure$u7d$$u7d$17h1122334455667788E", "app::{{closure}}::h1122334455667788",
     "app::_$u7b$$u7b$closure$u7d$$u7d$::h1122334455667788", "app::{{closure}}"},
    {"_ZN3app9$RF$$BP$T17h1122334455667788E", "app::&*T::h1122334455667788", "app::$RF$$BP$T::h1122334455667788",
     "app::&*T"},
    {"_ZN3app17h1111111111111111E", "app::h1111111111111111", SAME, "app::h1111111111111111"},
    {"_Z1fIJilcEEvRAsPDpT_E_i", "void f<int, long, char>(int (&) [3])",
     "void f<int, long, char>(int (&) [sizeof... (int, long, char)])", "f<int, long, char>"},
    {"_RINvC3app4makeFK8fast_regEuE", "app[0]::make::<extern \"fast-reg\" fn()>",
     "app::make::<extern \"fast-reg\" fn()>", "app::make::<extern \"fast-reg\" fn()>"},
    {"_RINvC3app4makeDNtC3std4Iterp4ItemhNtC3std4CopyEL_E",
     "app[0]::make::<dyn std[0]::Iter<Item = u8> + std[0]::Copy>", "app::make::<dyn std::Iter<Item = u8> + std::Copy>",
     "app::make::<dyn std::Iter<Item = u8> + std::Copy>"},
    {"_ZN39_$LT$app..Type$u20$as$u20$std..Show$GT$4show17h9876543210fedcb1E",
     "<app::Type as std::Show>::show::h9876543210fedcb1",
     "_$LT$app..Type$u20$as$u20$std..Show$GT$::show::h9876543210fedcb1", "<app::Type as std::Show>::show"},
    {"_Z3useIiEvT_Q4IncrIS0_E", "void use<int>(int) requires Incr<int>", SAME, "use<int>"},
    {"_ZN3app3useITk4IncriEEvT_", "void app::use<int>(int)", SAME, "app::use<int>"},
    {"_ZN3app3useITnDaLi3EEEvv", "void app::use<3>()", SAME, "app::use<3>"},
    {"_ZN3app3useIiQ4IncrIT_EEEvv", "void app::use<int>()", SAME, "app::use<int>"},
    {"_ZN3app3useITtTyE3VecEEvv", "void app::use<Vec>()", SAME, "app::use<Vec>"},
    {"_ZNH3App3runES_i", "App::run(App, int)", SAME, "App::run"},
    {"_ZN3AppIiEF3runEv", "App<int>::run()", SAME, "App<int>::run"},
    {"_Z3useDk4Incr", "use(Incr auto)", SAME, "use"},
    {"_ZZ3usevENKUlTk4IncrT_E_clIiEEDaS_", "auto use()::{lambda<Incr $T>($T)#1}::operator()<int>($T) const",
     "auto use()::'lambda'<Incr $T>($T)::operator()<int>($T) const", "use()::{lambda<Incr $T>($T)#1}::operator()<int>"},
};
enum { NAMES = sizeof names / sizeof *names, STYLES = 3 };

static const char *const malformed[] = {
    "",
    "main",
    "_Z",
    "_ZN",
    "_ZNE",
    "_Z0",
    "_Z4foo",
    "_Z99999999999999999999a",
    "_Z1fS_",
    "_Z1fT_",
    "_Z1fIiEvT0_",
    "_Z1fIiEvT99999999999_",
    "_Z1f1AS0_",
    "_Z1fPFvv",
    "_Z1fA3i",
    "_Z1fIL",
    "_Z1fIXplLi1EEEvv",
    "_Z1fIiEDTzzfp_ET_",
    "_Z1fDq",
    "_ZN1AC6Ev",
    "_ZC1v",
    "_ZNIiE1fEv",
    "_ZTQ1A",
    "_ZZ1fv",
    "_Z1fv_",
    "_Z1fvE",
    "_R",
    "_R1C3app",
    "_RNvC3app",
    "_RNvC3app9main",
    "_RNvC3appB9_",
    "_RINvC3app4makeL0_E",
    "_RINvC3app4makeKb2_E",
    "_RINvC3app4makeKcd800_E",
    "_RINvC3app4makeq",
    "_RIC3app",
    "_ZN3app17h1111111111111111",
    "___Z4workv",
};

static dfmt_status demangle(const dfmt_config *c, const char *name, size_t len, uint32_t style, char *out, size_t cap) {
  dfmt_sink *sink;
  const void *ptr;
  uint64_t n;
  char *own = malloc(len + 1); /* what is read beyond it is noticed */
  assert_non_null(own);
  memcpy(own, name, len);
  assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
  own = realloc(own, len ? len : 1);
  const dfmt_status st = dfmt_demangle(c, (dfmt_str){own, len}, style, sink);
  assert_int_equal(dfmt_sink_bytes(sink, &ptr, &n), DFMT_OK);
  assert_true(st == DFMT_OK || n == 0);
  assert_true(n < cap);
  if (n) memcpy(out, ptr, (size_t)n);
  out[n] = '\0';
  dfmt_sink_free(sink);
  free(own);
  return st;
}

static const char *wanted(size_t i, uint32_t style) {
  if (style == DFMT_DEMANGLE_NAME) return names[i].name;
  return style == DFMT_DEMANGLE_GNU || names[i].llvm == SAME ? names[i].gnu : names[i].llvm;
}

static void test_names(void **state) {
  (void)state;
  char out[4096];
  for (size_t i = 0; i < NAMES; i++)
    for (uint32_t style = 0; style < STYLES; style++) {
      const dfmt_status st = demangle(NULL, names[i].mangled, strlen(names[i].mangled), style, out, sizeof out);
      const char *want = wanted(i, style);
      if (st != (want ? DFMT_OK : DFMT_END) || strcmp(out, want ? want : "") != 0)
        fail_msg("%s, style %u: %d, %s", names[i].mangled, (unsigned)style, (int)st, out);
    }
}

static void test_malformed(void **state) {
  (void)state;
  char out[4096];
  for (size_t i = 0; i < sizeof malformed / sizeof *malformed; i++)
    for (uint32_t style = 0; style < STYLES; style++)
      if (demangle(NULL, malformed[i], strlen(malformed[i]), style, out, sizeof out) != DFMT_END)
        fail_msg("%s, style %u: %s", malformed[i], (unsigned)style, out);
}

/* Each beginning of a name is a name or none, and reads nothing after it. */
static void test_cuts(void **state) {
  (void)state;
  char out[4096];
  for (size_t i = 0; i < NAMES; i++)
    for (size_t len = 0; len < strlen(names[i].mangled); len++)
      for (uint32_t style = 0; style < STYLES; style++) {
        const dfmt_status st = demangle(NULL, names[i].mangled, len, style, out, sizeof out);
        assert_true(st == DFMT_OK || st == DFMT_END);
      }
}

/* Bytes of any value in place of each. */
static void test_other_bytes(void **state) {
  (void)state;
  static const char others[] = {'\0', ' ', 'E', 'I', 'S', '_', 'T', '9', '.', '$', '%', '\x80', '\xff'};
  char out[1 << 17], name[512];
  for (size_t i = 0; i < NAMES; i++)
    for (size_t at = 0, len = strlen(names[i].mangled); at < len; at++)
      for (size_t k = 0; k < sizeof others; k++) {
        memcpy(name, names[i].mangled, len);
        name[at] = others[k];
        const dfmt_status st = demangle(NULL, name, len, (uint32_t)k % STYLES, out, sizeof out);
        assert_true(st == DFMT_OK || st == DFMT_END || st == DFMT_E_LIMIT);
      }
}

/* ---- limits ---- */

struct shape {
  const char *begin, *again, *end;
  size_t n;
};

static char *grow(struct shape s, size_t *len) {
  const size_t begin = strlen(s.begin), again = strlen(s.again), end = strlen(s.end);
  char *p = malloc(begin + again * s.n + end);
  assert_non_null(p);
  memcpy(p, s.begin, begin);
  for (size_t i = 0; i < s.n; i++) memcpy(p + begin + again * i, s.again, again);
  memcpy(p + begin + again * s.n, s.end, end);
  *len = begin + again * s.n + end;
  return p;
}

static void test_shapes(void **state) {
  (void)state;
  static const struct shape shapes[] = {
      {"_Z1f", "P", "i", 1 << 20},
      {"_Z1f", "i", "", 1 << 20},
      {"_Z1fI", "1AI", "", 100000},
      {"_ZN", "1a", "Ev", 1 << 19},
      {"_Z1000000", "a", "", 1000000},
      {"_Z", "9", "", 1 << 20},
      {"_Z", "Z1fvE", "", 100000},
      {"_Z1fI", "UlvE_", "", 100000},
      {"_Z1fIX", "pl", "", 100000},
      {"_Z1f", "DT", "", 100000},
      {"_Z1f", "F", "", 100000},
      {"_Z1f", "KP", "i", 100000},
      {"_Z1fIJ", "i", "EEvDpT_", 1 << 19},
      {"_Z1fILi", "1", "EEvv", 1 << 20},
      {"_Z", "Th0_", "1fv", 1 << 18},
      {"_Z1f", "B1a", "v", 1 << 18},
      {"_Z1fIJEEv", "Dp", "T_", 1000},
      {"_ZN", "1aC1", "Ev", 1 << 18},
      {"_Z1fv", ".a", "", 1 << 19},
      {"_R", "NvC1a", "", 100000},
      {"_RINvC1a1b", "T", "", 100000},
      {"_RINvC1a1bTeeE", "B7_", "E", 100000},
      {"_RINvC1a1bF", "Gzzzz_F", "", 1000},
      {"_ZN", "1a", "17h0a3456789abcde3fE", 1 << 18},
  };
  static char out[1 << 17];
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    size_t len;
    char *name = grow(shapes[i], &len);
    for (uint32_t style = 0; style < STYLES; style++) {
      const dfmt_status st = demangle(NULL, name, len, style, out, sizeof out);
      assert_true(st == DFMT_OK || st == DFMT_END || st == DFMT_E_LIMIT);
    }
    free(name);
  }
}

/* Each of these has the one before it twice. */
static void test_bomb(void **state) {
  (void)state;
  static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  static char out[1 << 17];
  char name[512];
  size_t len = (size_t)snprintf(name, sizeof name, "_Z1f1A");
  for (size_t i = 0; i < 17; i++) {
    const char *last = i ? (const char[]){digits[2 * i - 1], '\0'} : "";
    len += (size_t)snprintf(name + len, sizeof name - len, "1%cIS%s_S%s_E", 'a' + (int)i, last, last);
  }
  assert_int_equal(demangle(NULL, name, len, DFMT_DEMANGLE_GNU, out, sizeof out), DFMT_E_LIMIT);
  assert_int_equal(demangle(NULL, name, len, DFMT_DEMANGLE_LLVM, out, sizeof out), DFMT_E_LIMIT);
  assert_int_equal(demangle(NULL, name, len, DFMT_DEMANGLE_NAME, out, sizeof out), DFMT_OK);
  assert_string_equal(out, "f");
}

/* ---- memory ---- */

static void test_memory(void **state) {
  (void)state;
  static char out[4096];
  struct counter x;
  dfmt_config *c = counting_config(&x);
  for (size_t i = 0; i < NAMES; i++)
    for (uint32_t style = 0; style < STYLES; style++) {
      dfmt_status st = DFMT_E_NOMEM;
      for (uint64_t n = 1; st == DFMT_E_NOMEM; n++) {
        x.calls = 0;
        x.fail_at = n;
        st = demangle(c, names[i].mangled, strlen(names[i].mangled), style, out, sizeof out);
        assert_int_equal(x.bytes, 0);
        assert_true(n < 100);
      }
      assert_int_equal(st, wanted(i, style) ? DFMT_OK : DFMT_END);
    }
  dfmt_config_free(c);
}

/* A name of which the tree alone is more than the least limit. */
static void test_memory_limit(void **state) {
  (void)state;
  static char out[4096];
  size_t len;
  char *name = grow((struct shape){"_Z1f", "i", "", 40000}, &len);
  dfmt_config *c;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_MEMORY, 1 << 20), DFMT_OK);
  assert_int_equal(demangle(c, name, len, DFMT_DEMANGLE_NAME, out, sizeof out), DFMT_E_LIMIT);
  assert_int_equal(demangle(NULL, name, len, DFMT_DEMANGLE_NAME, out, sizeof out), DFMT_OK);
  assert_string_equal(out, "f");
  dfmt_config_free(c);
  free(name);
}

/* ---- calls ---- */

static dfmt_status take_little(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  (void)user;
  (void)buf;
  (void)len;
  *taken = 0;
  return DFMT_AGAIN;
}

static dfmt_status take_none(void *user, const void *buf, uint64_t len, uint64_t *taken) {
  *taken = 0;
  (void)user;
  (void)buf;
  (void)len;
  return DFMT_E_IO;
}

static void test_calls(void **state) {
  (void)state;
  const dfmt_str name = {"_Z3foov", 7};
  dfmt_sink *sink;
  assert_int_equal(dfmt_sink_memory(NULL, &sink), DFMT_OK);
  assert_int_equal(dfmt_demangle(NULL, name, 3, sink), DFMT_E_ARG);
  assert_int_equal(dfmt_demangle(NULL, (dfmt_str){NULL, 7}, DFMT_DEMANGLE_GNU, sink), DFMT_E_ARG);
  assert_int_equal(dfmt_demangle(NULL, (dfmt_str){NULL, 0}, DFMT_DEMANGLE_GNU, sink), DFMT_END);
  assert_int_equal(dfmt_demangle(NULL, name, DFMT_DEMANGLE_GNU, NULL), DFMT_E_ARG);
  dfmt_sink_free(sink);
}

static void test_sinks(void **state) {
  const dfmt_sink_ops full = {.size = sizeof full, .write = take_little},
                      broken = {.size = sizeof broken, .write = take_none};
  dfmt_sink *sink;
  (void)state;
  static const char name[] = "_Z3foov";
  const dfmt_str s = {name, sizeof name - 1};
  assert_int_equal(dfmt_sink_new(NULL, &broken, NULL, &sink), DFMT_OK);
  dfmt_status st = DFMT_OK;
  for (int i = 0; i < 1 << 17 && st == DFMT_OK; i++) st = dfmt_demangle(NULL, s, DFMT_DEMANGLE_GNU, sink);
  assert_int_equal(st, DFMT_E_IO);
  dfmt_sink_free(sink);
  assert_int_equal(dfmt_sink_new(NULL, &full, NULL, &sink), DFMT_OK);
  for (int i = st = 0; i < 1 << 17 && st == DFMT_OK; i++) st = dfmt_demangle(NULL, s, DFMT_DEMANGLE_GNU, sink);
  assert_int_equal(st, DFMT_E_STATE);
  dfmt_sink_free(sink);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_names),  cmocka_unit_test(test_malformed),    cmocka_unit_test(test_cuts),
      cmocka_unit_test(test_shapes), cmocka_unit_test(test_other_bytes),  cmocka_unit_test(test_bomb),
      cmocka_unit_test(test_memory), cmocka_unit_test(test_memory_limit), cmocka_unit_test(test_calls),
      cmocka_unit_test(test_sinks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
