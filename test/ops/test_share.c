/* SPDX-License-Identifier: MIT */
/* Share: what is taken out and what stays, and that nothing half done is ever good. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sharing.h"

static const char other_key[] = "another one of them";

/* ---- what goes and what stays ---- */

#define KEY_LINE "MIICdwIBADANBgkqhkiG9w0BAQEFAASCAmEwggJdAgEAAoGBAOBKPtrbZX1AXGjn"
#define LOG "03-17 08:00:00.123  1000  1276  1340 D "

static const struct {
  const char *text, *want;
} cases[] = {
    /* by form */
    {"mail to jane.doe+x@example.org.\n", "mail to <email>.\n"},
    {"camera.provider@2.4::I/legacy kleaf@build-host libc.so@plt audio@2.0-impl.so x@1.2.so\n", NULL},
    {"a@example.org in a@example.org.log, a@example.org.old\n", "<email> in <email>.log, <email>.old\n"},
    {"mac 00:00:5E:00:53:AF and 00-00-5e-00-53-af\n", "mac <mac> and <mac>\n"},
    {"02:00:00:00:00:00 00:00:00:00:00:00 ff:ff:ff:ff:ff:ff 0000:00:1f.3 12:34:56\n", NULL},
    {"5E:8F:16:06:2E:A3:CD:2C:4A:0D:54:78:76:BA:A6:F3:8C:AB:F6:25\n", NULL},
    {"from 203.0.113.7 port 22, /198.51.100.3:80, 203.0.113.7/24\n", "from <ipv4> port 22, /<ipv4>:80, <ipv4>/24\n"},
    {"version 4.14.186.72 v64 (6.4.78.122) 1.2.3.4-1ubuntu1 127.0.0.1 255.255.255.0 126.0.6478.122 1.2.3.4.5\n", NULL},
    {"2001:db8:0:0::1%wlan0, 2001:DB8::1/64\n", "<ipv6>%wlan0, <ipv6>/64\n"},
    {"std::dead::beef ::1 a::b 12:34:56\n", NULL},
    {"+49 30 2312 5001, +1-202-555-0143 called\n", "<phone>, <phone> called\n"},
    {"+2h3m4s567ms +33ms +0530 1710662400\n", NULL},
    {"imei 001012345678902, 00-101234-567890-2\n", "imei <imei>, <imei>\n"},
    {"490154203237518ns size=490154203237518 490154203237518 bytes 172345678901237\n", NULL},
    {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl\n", "<secret>\n"},
    {"a eyJhb_ciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0 its end is cut off\n", "a <secret> its end is cut off\n"},
    {":2001:db8:1:2:3:4:5:6\n:fe80::3e28:6dff:fe0a:b0c x\n", ":<ipv6>\n:<ipv6> x\n"},
    /* by place, and then anywhere */
    {"Account {name=chatty_jo, type=net.example}\n/Backup/chatty_jo/in.db\n",
     "Account {name=<account>, type=net.example}\n/Backup/<account>/in.db\n"},
    {"UserInfo{0:Jane Roe:13}\nto JANE ROE; Jane%20Roe; jane+roe; Roe, Jane.\n",
     "UserInfo{0:<person>:13}\nto <person>; %3Cperson%3E; <person>; <person>.\n"},
    {"wifi SSID: \"Pusteblume 5G\", config Pusteblume 5GWPA_PSK\n", "wifi SSID: \"<ssid>\", config <ssid>WPA_PSK\n"},
    {"wifi SSID: <unknown ssid>, \"ssid\":null\n", NULL},
    {"  06:11:22:33:44:56   5180  -52  3.1  Cafe Nord   [ESS]\n", "  <mac>   5180  -52  3.1  <ssid>   [ESS]\n"},
    {"password=hunter2x; token=Token{a1b2 x} /data/app/~~Zk3v9Q2xTt8aPq1LbN0c7A==/x\n",
     "password=<secret>; token=Token{a1b2 x} /data/app/~~Zk3v9Q2xTt8aPq1LbN0c7A==/x\n"},
    {"password=*Secret1 password=<3cats9 token=<redacted> passwd: a;b9c1,d psk=s\\ecret password=a{b}c9\n",
     "password=<secret> password=<secret> token=<redacted> passwd: <secret> psk=<secret> password=<secret>\n"},
    {"{\"password\":\"x\\\"y9z12\"}, {\\\"password\\\":\\\"abc9def\\\",\\\"x\\\":1}\n",
     "{\"password\":\"<secret>\"}, {\\\"password\\\":\\\"<secret>\\\",\\\"x\\\":1}\n"},
    {"{password=hunter2a,host=x}{password=hunter2b;} <password>hunter2c</password> (password: hunter2d).\n",
     "{password=<secret>,host=x}{password=<secret>;} <password><secret></password> (password: <secret>).\n"},
    {"password=cK1&IPfr;n.iM password=qn&#I1WhxbFXo password=V,;JL=opMo password=abcd&amp;user=jo\n",
     "password=<secret> password=<secret> password=<secret> password=<secret>&amp;user=jo\n"},
    {"password=no,user=jo password=0,user=jo psk=*,user=jo password=l,psl_d9=3z\n",
     "password=no,user=<username> password=0,user=<username> psk=*,user=<username> password=<secret>\n"},
    {"password=abcd&user=jo password=ab&cd9 password=** secret=Token{a1b2 x} secret=Foo(bar)\n",
     "password=<secret>&user=jo password=<secret> password=** secret=Token{a1b2 x} secret=Foo(bar)\n"},
    {"Cookie: SID=abc123def456; b=A1b2C3d4E5; x=1; last=\"q9w8e7r6\"; z=tokentoken\n",
     "Cookie: SID=<secret>; b=<secret>; x=1; last=\"<secret>\"; z=<secret>\n"},
    {"Set-Cookie: s=deadbeef1234; Path=/abcd; Domain=example.net\n",
     "Set-Cookie: s=<secret>; Path=/abcd; Domain=example.net\n"},
    {"ID=AKIAIOSFODNN7EXAMPLE aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY Akiane12 asiatic123\n",
     "ID=<secret> aws_secret_access_key = <secret> Akiane12 asiatic123\n"},
    {"AIzaSyA1234567890abcdefghijklmnopqrstuv glpat-abcdefghij0123456789 npm_config_cache123 ghp_x1\n",
     "<secret> <secret> npm_config_cache123 ghp_x1\n"},
    {"X-Api-Key: 9f8e7d6c5b4a3928 \"clientSecret\":\"4b1f9e22a7c0\", {userPassword=hunter2x} JSESSIONID=a1b2c3d4e5f6\n",
     "X-Api-Key: <secret> \"clientSecret\":\"<secret>\", {userPassword=<secret>} JSESSIONID=<secret>\n"},
    {"Authorization: token 9f8e7d6c5b4a Authorization: 4b1f9e22a7c0 curl --auth-token a1b2c3d4e5f6 x\n",
     "Authorization: token <secret> Authorization: <secret> curl --auth-token <secret> x\n"},
    {"pwd=hunter2xy PGPASSWORD=hunter2z9 MYSQL_PWD=x1y2z3 pass=topsecret1 sshpass -p swordfish ssh\n",
     "pwd=<secret> PGPASSWORD=<secret> MYSQL_PWD=<secret> pass=<secret> sshpass -p <secret> ssh\n"},
    {"PWD=/srv/build12/x pass=1 fail=0 \"signature\": \"native|libc1.so|x\" access_key=none authKey=true sessionId=42 "
     "jwt=Token{a1b2c3d4}\n",
     NULL},
    {"WIFI:S:Pusteblume 5G;T:WPA;P:hunter 2x,9;H:true;; Pusteblume 5G\n",
     "WIFI:S:<ssid>;T:WPA;P:<secret>;H:true;; <ssid>\n"},
    /* two numbers beside each other, and what is one only when the other one is gone */
    {"+1 (202) 555-0143 0049 30 23125001 x tel:+49-30-2312-5001\n", "<phone> <phone> x tel:<phone>\n"},
    {"tel:+493023125001 and +1 202 555 0143 3023125001.\n", "tel:<phone> and <phone> <phone>.\n"},
    {"at com.example.Foo.bar(Foo.java:12) for jane@example.org\n", "at com.example.Foo.bar(Foo.java:12) for <email>\n"},
    /* typographers' marks */
    {"\xc2\xa0x@example.org\xc2\xa0y\n", "\xc2\xa0<email>\xc2\xa0y\n"},
    {"name=Jane\xe2\x80\x99s Pixel and \xe2\x80\x9cJane\xe2\x80\x9d\n",
     "name=<person>\xe2\x80\x99s Pixel and \xe2\x80\x9c<person>\xe2\x80\x9d\n"},
    {"\xe2\x80\x9cjane@example.org\xe2\x80\x9d (\xe2\x80\x9c"
     "00:00:5e:00:53:af\xe2\x80\x9d) \xc2\xab+1 202 555 0143\xc2\xbb\n",
     "\xe2\x80\x9c<email>\xe2\x80\x9d (\xe2\x80\x9c<mac>\xe2\x80\x9d) \xc2\xab<phone>\xc2\xbb\n"},
    {"tel:+49\xe2\x80\x93"
     "30\xe2\x80\x93"
     "2312\xe2\x80\x93"
     "5001 \xe2\x80\xa6 20\xc2\xb0"
     "C\n",
     "tel:<phone> \xe2\x80\xa6 20\xc2\xb0"
     "C\n"},
    {"SSID: \"Jane\xe2\x80\x99s Net\" on Jane\xe2\x80\x99s Net, on Jane's Net\n",
     "SSID: \"<ssid>\" on <ssid>, on <ssid>\n"},
    {"\xe2\x98\x95 bar SSID: \"\xe2\x98\x95 Caf\xc3\xa9\" at \xe2\x98\x95 Caf\xc3\xa9\xe2\x80\xa6\n",
     "\xe2\x98\x95 bar SSID: \"<ssid>\" at <ssid>\xe2\x80\xa6\n"},
    {"https://jo:s3cr3t@example.org/x\n", "https://<username>:<secret>@example.org/x\n"},
    {"Bearer Tyxxx7LcSDN3JDER, Bearer SXXX7LcSDN3JDER; [ro.serialno]: [ZXXXH0MKM0Q]\n",
     "Bearer <secret>, Bearer <secret>; [ro.serialno]: [<serial>]\n"},
    {"Bearer SDNvJDERLfrqqYhgUETC, Bearer ConnectivityServiceHandlerThread\n",
     "Bearer <secret>, Bearer ConnectivityServiceHandlerThread\n"},
    {"android_id=5315677882136321 android_id=12345 token=7315677882136327\n",
     "android_id=<device-id> android_id=12345 token=7315677882136327\n"},
    {"iccid: 890001234XXXXXXXXXXX password=xxxxx Bearer AbXXXXXXXXX1, Bearer 12345***789a xxx@xxx.xxx\n", NULL},
    {"[ro.serialno]: [ZX12345678]\nusb ZX12345678.\n", "[ro.serialno]: [<serial>]\nusb <serial>.\n"},
    {"last location=Location[gps 48.123456,11.234567 hAcc]\nat 48.1234,11.2349 not 0.500000,0.750000\n",
     "last location=Location[gps <location> hAcc]\nat <location> not 0.500000,0.750000\n"},
    {"mCi=12345678 mTac=4567 mPci=3 mNci=2147483647\n", "mCi=<cell> mTac=<cell> mPci=3 mNci=2147483647\n"},
    {"Mar 17 07:59:01 thinkbox sshd[1]: x\non thinkbox.local\n",
     "Mar 17 07:59:01 <hostname> sshd[1]: x\non <hostname>.local\n"},
    {"/home/janedoe/bin /data/user/0/x\nfor janedoe now\n",
     "/home/<username>/bin /data/user/0/x\nfor <username> now\n"},
    /* spellings */
    {"x=jane%40example.org&y=%6aane%2540example.org\n", "x=%3Cemail%3E&y=%3Cemail%3E\n"},
    {
        "jane&#64;example.org \\u006aane@example.org\n",
        "&lt;email:",
    },
    {
        "b=aWQ9MSZsb2dpbj1qYW5lQGV4YW1wbGUub3Jn.\n",
        "b=aWQ9MSZsb2dpbj08",
    },
    {"dial +493023125001\ncall 03023125001 or 00493023125001\n", "dial <phone>\ncall <phone> or <phone>\n"},
    {"bt 00:00:5e:00:53:af\naddress=00005E0053AF 00_00_5e_00_53_af 0000.5e00.53af\n",
     "bt <mac>\naddress=<mac> <mac> <mac>\n"},
    {LOG "Tag: to janexx@example.org\n" LOG "Tag: to janexx@exam\n" LOG "Tag: ple.org now\n",
     LOG "Tag: to <email>\n" LOG "Tag: to <email>\n" LOG "Tag:  now\n"},
    {"-----BEGIN RSA PRIVATE KEY-----\nMIIabc\nwhatever it may be, it is in the key-\n-----END RSA PRIVATE "
     "KEY-----\nx\n",
     "-----BEGIN RSA PRIVATE KEY-----\n<secret>\n<secret>\n-----END RSA PRIVATE KEY-----\nx\n"},
    {"-----BEGIN RSA PRIVATE KEY-----\nMIIabc\nOwner name: -----END RSA PRIVATE KEY-----\nx\n",
     "-----BEGIN RSA PRIVATE KEY-----\n<secret>\nOwner name: -----END RSA PRIVATE KEY-----\nx\n"},
    {"<?xml version='1.0'?>\n-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n",
     "<?xml version='1.0'?>\n-----BEGIN RSA PRIVATE KEY-----\n&lt;secret:3cb80c&gt;\n"},
    {LOG "Tag: -----BEGIN EC PRIVATE KEY-----\n" LOG "Tag: " KEY_LINE "\n" LOG "Other: 1234 words5678\n" LOG
         "Tag: " KEY_LINE "\n" LOG "Tag: Ab3d\n" LOG "Other: abcd\n" LOG "Tag: -----END EC PRIVATE KEY-----\n",
     LOG "Tag: -----BEGIN EC PRIVATE KEY-----\n" LOG "Tag: <secret>\n" LOG "Other: 1234 words5678\n" LOG
         "Tag: <secret>\n" LOG "Tag: <secret>\n" LOG "Other: abcd\n" LOG "Tag: -----END EC PRIVATE KEY-----\n"},
    {"D/Tag  ( 12): -----BEGIN PRIVATE KEY-----\nD/Tag  ( 12): " KEY_LINE "\nD/Tag  ( 12): x\n",
     "D/Tag  ( 12): -----BEGIN PRIVATE KEY-----\nD/Tag  ( 12): <secret>\nD/Tag  ( 12): x\n"},
    {"{\"key\": \"-----BEGIN PRIVATE KEY-----\\n" KEY_LINE "\\n-----END PRIVATE KEY-----\\n\"}\n",
     "{\"key\": \"-----BEGIN PRIVATE KEY-----\\n<secret>\"}\n"},
    /* numbers of versions, and addresses */
    {"radio peer 85.12.45.67, radio0 up: [85.12.45.68/24], version 2.6 from 85.12.45.69\n",
     "radio peer <ipv4>, radio0 up: [<ipv4>/24], version 2.6 from <ipv4>\n"},
    {"baseband 85.12.45.67, version is 85.12.45.68, [versionname]: [85.12.45.69] Chrome/85.12.45.70\n", NULL},
    {"peer 85.12.45.67\nbaseband 85.12.45.67\n", "peer <ipv4>\nbaseband <ipv4>\n"},
    {"via fec0::a869:a4ff:feb0:ed51/64\n", "via <ipv6>/64\n"},
    {"bssid=3c:28:6d:0a:0b:0c\nraw 3C 28 6D 0A 0B 0C, 3c,28,6d,0a,0b,0c, 3c 28 6d 0a 0b 0d\n",
     "bssid=<mac>\nraw <mac>, <mac>, 3c 28 6d 0a 0b 0d\n"},
    {"bssid=3c:28:6d:0a:0b:0c\nid 0x3c,0x28,0x6d,0x0a,0x0b,0x0c; 0x3C, 0x28, 0x6D, 0x0A, 0x0B, 0x0C 0x3c 0x28 0x6d\n",
     "bssid=<mac>\nid <mac>; <mac> 0x3c 0x28 0x6d\n"},
    {"peer 85.12.45.67 is 85-12-45-67.dyn.example, ::ffff:550c:2d43 [::ffff:85.12.45.67]:22\n",
     "peer <ipv4> is <ipv4>.dyn.example, <ipv6> [::ffff:<ipv4>]:22\n"},
    {"0:0:0:0:0:ffff:550c:2d43 is not ::ffff:7f00:1 or a::ffff:550c:zz\n",
     "<ipv6> is not ::ffff:7f00:1 or a::ffff:550c:zz\n"},
    /* letters that are not ASCII: in either case, and as programs escape them */
    {"UserInfo{0:\xc5\xbb\xc3\xb3\xc5\x82\xc4\x87 \xc5\x81\xc4\x99"
     "cki:13}\n"
     "\xc5\xbb\xc3\x93\xc5\x81\xc4\x86 \xc5\x81\xc4\x98"
     "CKI, \xc5\xbc\xc3\xb3\xc5\x82\xc4\x87 \xc5\x82\xc4\x99"
     "cki\n",
     "UserInfo{0:<person>:13}\n<person>, <person>\n"},
    {"SSID: \"Za\\xc5\\xbc\\xc3\\xb3\\xc5\\x82w\"\non Za\xc5\xbc\xc3\xb3\xc5\x82w now\n",
     "SSID: \"<ssid>\"\non <ssid> now\n"},
    {"Caf\\xe9 Nord: SSID: \"Caf\xc3\xa9 Nord\"\n", "\\u003cssid:"},
    {"Caf\\xc3\\xa9 Nord: SSID: \"Caf\xc3\xa9 Nord\"\n", "\\u003cssid:"},
    /* commands and tokens */
    {"postgres://birch77:hunter2x@db.example/x http://localhost:80/a@b\n",
     "postgres://<username>:<secret>@db.example/x http://localhost:80/a@b\n"},
    {"echo Tajne4Haslo | sudo -S id; key_mgmt=WPA-PSK psk=Tajne5Haslo x\n",
     "echo <secret> | sudo -S id; key_mgmt=WPA-PSK psk=<secret> x\n"},
    {"{\"cwd\":\"C:\\\\Users\\\\birch77\\\\Desktop\",\"userName\":\"Ada Birch\"} {\"userName\":\"jbirch\"}\n",
     "{\"cwd\":\"C:\\\\Users\\\\<username>\\\\Desktop\",\"userName\":\"<person>\"} {\"userName\":\"<username>\"}\n"},
    {"mysql -u root -pTajne1Haslo; curl -u jo:Tajne2Haslo https://x; mysql -h db -u root -pTajne3Haslo\n",
     "mysql -u root -p<secret>; curl -u <username>:<secret> https://x; mysql -h db -u root -p<secret>\n"},
    {"sk_live_4eC39HqLyjWDarjtT1zdp7dc sk_live_test hf_config\n", "<secret> sk_live_test hf_config\n"},
    {"to hooks.slack.com/services/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 now\n",
     "to hooks.slack.com/services/<secret> now\n"},
    {"\"mobile\":\"601234567\",\"deviceId\":\"9774d56d682e549c\"\n",
     "\"mobile\":\"<phone>\",\"deviceId\":\"<device-id>\"\n"},
    /* lines that are no text */
    {"------ SYSTEM LOG (logcat) ------\r\na@example.org\r\nno end",
     "------ SYSTEM LOG (logcat) ------\r\n<email>\r\nno end"},
    {"<email:7f3a9c> %3Cmac%3A012345%3E token=<secret:7f3a9c>\n", NULL},
    {"", NULL},
};

static void test_cases(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *want = cases[i].want ? cases[i].want : cases[i].text;
    struct bytes out = with_key(cases[i].text, key), again = with_key(out.ptr, key);
    assert_string_equal(out.ptr, again.ptr);
    if (!strchr(want, '\n') && *want && strcmp(want, cases[i].text) != 0) { /* how it begins */
      out.ptr[strlen(want)] = '\0';
    } else if (cases[i].want) {
      bare(out.ptr);
    }
    assert_string_equal(out.ptr, want);
    free(out.ptr);
    free(again.ptr);
  }
}

/* Equal values in all spellings have one placeholder, which depends on the key. */
static void test_key(void **state) {
  (void)state;
  struct bytes a = with_key("a@example.org\n", key), b = with_key("A@EXAMPLE.ORG\n", key),
               c = with_key("a@example.org\n", other_key);
  assert_string_equal(a.ptr, b.ptr);
  assert_string_not_equal(a.ptr, c.ptr);
  free(a.ptr);
  free(b.ptr);
  free(c.ptr);
}

static void test_options(void **state) {
  (void)state;
  static const char text[] = "Jane Roe, a@example.org, 203.0.113.7, token: abcdefgh12345678\n";
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_set(c, DFMT_OPS_SHARE_PROFILE, DFMT_SHARE_PROFILE_LOG), DFMT_OK);
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_VALUES, "person:Jane Roe", 15), DFMT_OK);
  struct bytes out = shared(c, text, sizeof text - 1);
  bare(out.ptr);
  assert_string_equal(out.ptr, "<person>, a@example.org, 203.0.113.7, token: <secret>\n");
  free(out.ptr);
  dfmt_config_free(c);
  static const struct {
    uint32_t key;
    const char *word;
  } wrong[] = {{DFMT_OPS_SHARE_CLASSES, "+people"}, {DFMT_OPS_SHARE_CLASSES, "email"},  {DFMT_OPS_SHARE_CLASSES, ""},
               {DFMT_OPS_SHARE_VALUES, "Jane Roe"}, {DFMT_OPS_SHARE_VALUES, "person:"}, {DFMT_OPS_SHARE_KEY, "short"}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    dfmt_op *op;
    c = config();
    assert_int_equal(dfmt_config_add(c, wrong[i].key, wrong[i].word, strlen(wrong[i].word)), DFMT_OK);
    assert_int_equal(dfmt_op_new(c, "share", &op), DFMT_E_ARG);
    assert_null(op);
    dfmt_config_free(c);
  }
}

/* ---- a run that is disturbed ---- */

/* All cases as one text, long enough for several pieces. */
static struct bytes long_text(void) {
  struct bytes b = {malloc(400000), 0};
  while (b.len < 200000)
    for (size_t i = 0; i + 1 < sizeof cases / sizeof *cases; i++) {
      size_t n = strlen(cases[i].text);
      memcpy(b.ptr + b.len, cases[i].text, n);
      b.len += n;
    }
  return b;
}

static void test_allocation(void **state) {
  (void)state;
  struct bytes in = long_text();
  in.ptr[in.len] = '\0';
  struct bytes want = with_key(in.ptr, key);
  for (uint64_t n = 1; !fails_at(in, want, NULL, n); n += 1 + n / 30) continue;
  free(in.ptr);
  free(want.ptr);
}

/* ---- zips ---- */

static struct bytes sample(const char *name) {
  char path[300];
  struct bytes b = {malloc(1 << 22), 0};
  snprintf(path, sizeof path, "%.200s/bugreport/%.40s", getenv("DFMT_SAMPLES"), name);
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  b.len = fread(b.ptr, 1, 1 << 22, f);
  fclose(f);
  return b;
}

/* What is shared again has the same bytes, and what cannot be searched is told of. */
static void test_zip(void **state) {
  (void)state;
  struct bytes in = sample("report.zip"), once = zip_with_key(in), twice = zip_with_key(once);
  same(once, twice);
  for (uint64_t n = 1; !fails_at(in, once, NULL, n); n += 1 + n / 20) continue;
  free(in.ptr);
  free(once.ptr);
  free(twice.ptr);
}

/* A zip in a zip teaches the outer one, and one in that is left out. */
static void test_nested(void **state) {
  (void)state;
  struct bytes in[3], out, inner, words;
  in[0] = zipped((struct entry[]){{"deep.txt", text("deep")}}, 1);
  in[1] = zipped(
      (struct entry[]){{"a.txt", text("Account {name=chatty_jo, type=x}\n")}, {"deep.zip", in[0]}, {"b", text("b")}},
      3);
  in[2] = zipped((struct entry[]){{"x.txt", text("for chatty_jo\n")}, {"in.zip", in[1]}, {"y.txt", text("y")}}, 3);
  out = zip_with_key(in[2]);
  words = entry(out, "x.txt");
  bare(words.ptr);
  assert_string_equal(words.ptr, "for <account>\n");
  free(words.ptr);
  inner = entry(out, "in.zip");
  words = entry(inner, "a.txt");
  bare(words.ptr);
  assert_string_equal(words.ptr, "Account {name=<account>, type=x}\n");
  free(words.ptr);
  words = entry(inner, "deep.zip");
  assert_int_equal(words.len, 0);
  free(words.ptr);
  words = entry(inner, "b");
  assert_string_equal(words.ptr, "b");
  free(words.ptr);
  struct bytes again = zip_with_key(out);
  same(out, again);
  for (uint64_t n = 1; !fails_at(in[2], out, NULL, n); n += 1 + n / 20) continue;
  free(again.ptr);
  free(inner.ptr);
  free(out.ptr);
  for (size_t i = 0; i < 3; i++) free(in[i].ptr);
}

/* Of several zips each has entries of its own. */
static void test_two_zips(void **state) {
  (void)state;
  dfmt_source *s[2];
  dfmt_sink *to[2];
  dfmt_config *c = config();
  static const char binary[] = "\0\1";
  struct bytes in[2], words;
  in[0] = zipped(
      (struct entry[]){
          {"bin", {(char *)(uintptr_t)binary, 2}}, {"a.txt", text("a")}, {"x.txt", text("for chatty_jo\n")}},
      3);
  in[1] = zipped((struct entry[]){{"a.txt", text("Account {name=chatty_jo, type=x}\n")}}, 1);
  dfmt_op *op;
  assert_int_equal(dfmt_op_new(c, "share", &op), DFMT_OK);
  for (size_t i = 0; i < 2; i++) {
    assert_int_equal(dfmt_source_memory(NULL, in[i].ptr, in[i].len, &s[i]), DFMT_OK);
    assert_int_equal(dfmt_sink_memory(NULL, &to[i]), DFMT_OK);
    assert_int_equal(dfmt_op_add(op, s[i]), DFMT_OK);
    assert_int_equal(dfmt_op_output(op, "output", i, to[i]), DFMT_OK);
  }
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  static const char *const want[2][2] = {{"x.txt", "for <account>\n"}, {"a.txt", "Account {name=<account>, type=x}\n"}};
  for (size_t i = 0; i < 2; i++) {
    struct bytes out = held(to[i]);
    words = entry(out, want[i][0]);
    bare(words.ptr);
    assert_string_equal(words.ptr, want[i][1]);
    free(words.ptr);
    words = entry(out, "bin");
    assert_int_equal(words.len, 0);
    free(words.ptr);
    free(out.ptr);
    free(in[i].ptr);
    dfmt_source_free(s[i]);
    dfmt_sink_free(to[i]);
  }
  dfmt_op_free(op);
  dfmt_config_free(c);
}

struct drops {
  struct bytes in;
  size_t at;
  unsigned calls;
};

static dfmt_status drop(void *user, void *buf, uint64_t cap, uint64_t *got) {
  struct drops *d = user;
  *got = 0;
  if (d->at == d->in.len) return DFMT_END;
  if (++d->calls % 3 == 0) return DFMT_AGAIN;
  *got = 1 + d->calls % 1000;
  if (*got > cap) *got = cap;
  if (*got > d->in.len - d->at) *got = d->in.len - d->at;
  memcpy(buf, d->in.ptr + d->at, (size_t)*got);
  d->at += (size_t)*got;
  return DFMT_OK;
}

static dfmt_status stop(void *user, uint64_t input, uint64_t done, uint64_t total) {
  unsigned *calls = user;
  (void)input;
  (void)done;
  (void)total;
  return ++*calls % 2 ? DFMT_E_CANCELLED : DFMT_OK;
}

/* Through a pipe that has nothing now and then, with a caller who stops it again and again. */
static void test_again(void **state) {
  (void)state;
  static const dfmt_source_ops ops = {.size = sizeof ops, .read = drop};
  struct bytes in = long_text();
  struct drops d = {.in = in};
  unsigned stops = 0;
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_status st;
  in.ptr[in.len] = '\0';
  struct bytes want = with_key(in.ptr, key);
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_KEY, key, strlen(key)), DFMT_OK);
  assert_int_equal(dfmt_source_new(NULL, &ops, &d, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  assert_int_equal(dfmt_op_progress(op, stop, &stops), DFMT_OK);
  while ((st = dfmt_op_run(op)) != DFMT_OK) assert_true(st == DFMT_AGAIN || st == DFMT_E_CANCELLED);
  struct bytes out = held(to);
  same(out, want);
  free(out.ptr);
  free(want.ptr);
  free(in.ptr);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

/* ---- hostile and foreign input ---- */

/* A full table ends the run with its name, and lets nothing pass. */
static void test_limit(void **state) {
  (void)state;
  enum { N = 20000, LINE = 32 };
  struct bytes in = {calloc(N, LINE), 0};
  for (unsigned i = 0; i < N; i++) in.len += (size_t)sprintf(in.ptr + in.len, "user%u@example.org\n", i);
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_MAX_TABLE, 1 << 20), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in.ptr, in.len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  assert_int_equal(dfmt_op_run(op), DFMT_E_LIMIT);
  assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_MAX_TABLE);
  assert_int_equal(dfmt_op_limit(op, DFMT_CFG_MAX_TABLE, 1 << 26), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  struct bytes out = held(to);
  assert_null(strstr(out.ptr, "example"));
  free(out.ptr);
  free(in.ptr);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

/* One line of many pieces, with and without blanks; addresses next to each other; encodings in encodings. */
static void test_long_line(void **state) {
  (void)state;
  for (unsigned kind = 0; kind < 4; kind++) {
    static const char *const parts[] = {"jane@example.org ", "%25", "%3C00:00:5e:00:53:af", "ssid=\"x"};
    size_t n = strlen(parts[kind]), len = 300000 / n * n;
    struct bytes in = {malloc(len + 1), len};
    for (size_t i = 0; i < len; i += n) memcpy(in.ptr + i, parts[kind], n);
    in.ptr[len] = '\0';
    struct bytes out = with_key(in.ptr, key), again = with_key(out.ptr, key);
    same(out, again);
    if (kind == 0) assert_null(strstr(out.ptr, "jane"));
    free(in.ptr);
    free(out.ptr);
    free(again.ptr);
  }
}

static void refuse(const char *ptr, size_t len) {
  dfmt_source *s;
  dfmt_sink *to;
  dfmt_config *c = config();
  assert_int_equal(dfmt_source_memory(NULL, ptr, len, &s), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s, to);
  assert_int_equal(dfmt_op_run(op), DFMT_E_UNSUPPORTED);
  assert_int_equal(dfmt_op_error(op)->number, DFMT_ERR_SHARE_NOT_SEARCHED);
  assert_int_equal(dfmt_op_accept(op), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_STATE);
  struct bytes out = held(to);
  assert_int_equal(out.len, 0);
  free(out.ptr);
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

static void test_refused(void **state) {
  (void)state;
  static const char hidden[] = "a text\nCoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n";
  refuse(hidden, sizeof hidden - 1);
  refuse("text\0and more", 13);
}

/* Core dumps are left out; other values are searched, whatever they are packed in, and all else keeps its bytes. */
static void test_apport(void **state) {
  (void)state;
  static const char text[] =
      "ProblemType: Crash\n"
      "CoreDump: base64\n H4sICAAAAAAC/0NvcmVEdW1wAA==\n ax44AAAA\n"
      "JournalErrors:\n Mar 17 07:59:00 thinkbox gdm-password]: unable to find jdoe\n at thinkbox\n"
      "ProcCwd: /home/jdoe/bin\n"
      "bios.version: 1.2.3.4\n"
      "dmi.product.serial: AB12CD34\n"
      "Title:  of AB12CD34\n";
  static const char want[] =
      "ProblemType: Crash\n"
      "JournalErrors:\n Mar 17 07:59:00 <hostname> gdm-password]: unable to find <username>\n at <hostname>\n"
      "ProcCwd: /home/<username>/bin\n"
      "bios.version: 1.2.3.4\n"
      "dmi.product.serial: <serial>\n"
      "Title: of <serial>\n";
  struct bytes out = with_key(text, key), again = with_key(out.ptr, key);
  same(out, again);
  bare(out.ptr);
  assert_string_equal(out.ptr, want);
  free(out.ptr);
  free(again.ptr);
  struct bytes in = copy(text, sizeof text - 1);
  out = with_key(text, key);
  for (uint64_t n = 1; !fails_at(in, out, NULL, n); n += 1 + n / 30) continue;
  free(in.ptr);
  free(out.ptr);
}

/* Values of one input are taken out of the other one. */
static void test_two(void **state) {
  (void)state;
  static const char a[] = "Account {name=chatty_jo, type=x}\n", b[] = "for chatty_jo\n";
  dfmt_source *s[2];
  dfmt_sink *to;
  dfmt_rows *rows;
  const dfmt_head *row;
  dfmt_config *c = config();
  assert_int_equal(dfmt_source_memory(NULL, b, sizeof b - 1, &s[0]), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, a, sizeof a - 1, &s[1]), DFMT_OK);
  assert_int_equal(dfmt_sink_memory(NULL, &to), DFMT_OK);
  dfmt_op *op = made(c, s[0], to);
  assert_int_equal(dfmt_op_add(op, s[1]), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_OK);
  struct bytes out = held(to);
  bare(out.ptr);
  assert_string_equal(out.ptr, "for <account>\n");
  assert_int_equal(dfmt_op_answer(op, NULL, &rows), DFMT_OK);
  const dfmt_share_result *all = (const void *)dfmt_rows_set(rows)->facts;
  assert_int_equal(all->n_values, 1);
  assert_int_equal(all->n_places, 2);
  assert_int_equal(dfmt_rows_next(rows, &row), DFMT_OK);
  assert_int_equal(((const dfmt_share_row *)(const void *)row)->value_class, DFMT_SHARE_ACCOUNT);
  dfmt_rows_free(rows);
  free(out.ptr);
  dfmt_op_free(op);
  dfmt_source_free(s[0]);
  dfmt_source_free(s[1]);
  dfmt_sink_free(to);
  dfmt_config_free(c);
}

/* A line of a private key goes as a whole, also if a part of it would be a value by itself, encoded in it. */
static void test_private_key(void **state) {
  static const char t[] =
      "imei 490154203237518\n-----BEGIN PRIVATE KEY-----\nNDktMDE1NDIwLTMyMzc1MS04\n-----END PRIVATE KEY-----\n";
  (void)state;
  struct bytes out = shared(NULL, t, sizeof t - 1);
  out.ptr[out.len - 1] = 0;
  bare(out.ptr);
  assert_string_equal(out.ptr, "imei <imei>\n-----BEGIN PRIVATE KEY-----\n<secret>\n-----END PRIVATE KEY-----");
  free(out.ptr);
}

/* Texts are looked at 64 bytes at a time: a value is found wherever it begins. */
static void test_any_place(void **state) {
  static const char *const values[][2] = {
      {"jane@example.org", "<email>"},
      {"00:00:5e:00:53:af", "<mac>"},
      {"490154203237518", "<imei>"},
      {"49-015420-323751-8", "<imei>"},
      {"+44 7700 900123", "<phone>"},
      {"0044 7700-900123", "<phone>"},
      {"07700 (900) 123", "<phone>"},
      {"192.0.2.17", "<ipv4>"},
      {"2001:db8::1:2f", "<ipv6>"},
      {"fe80::", "<ipv6>"},
      {"chatty jo", "<account>"},
      {"chatty+jo", "<account>"},
      {"jane%40example.org", "%3Cemail%3E"},
      {"token=a1b2c3d4e5f6", "token=<secret>"},
      {"am9objEyQGV4YW1wbGUub3Jn", NULL}, /* base64 */
      {"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ4In0.c2lnbmF0dXJl", "<secret>"},
      {"<email:7f3a9c>chatty jo", "<email><account>"},
      {"/a/<email:7f3a9c>jane@example.org", "/a/<email><email>"},
  };
  static const char first[] =
      "Account {name=chatty jo, type=x}\ntel:+447700900123 john12@example.org 490154203237518\n";
  (void)state;
  for (size_t pad = 0; pad < 140; pad++)
    for (size_t v = 0; v < sizeof values / sizeof *values; v++)
      for (unsigned words = 0; words < 2; words++) {
        char line[512], want[512], *before = line + sizeof first - 1;
        memcpy(line, first, sizeof first - 1);
        for (size_t i = 0; i < pad; i++) before[i] = words && i % 5 < 3 && i + 1 < pad ? 'y' : ' ';
        (void)snprintf(before + pad, sizeof line - sizeof first - pad, "%s (x", values[v][0]);
        struct bytes out = shared(NULL, line, strlen(line));
        out.ptr[out.len - 1] = 0;
        bare(out.ptr);
        const char *end = strrchr(out.ptr, '\n') + 1 + pad;
        (void)snprintf(want, sizeof want, "%s (", values[v][1] ? values[v][1] : "");
        if (values[v][1]) assert_string_equal(end, want);
        if (!values[v][1]) assert_null(strstr(end, values[v][0]));
        free(out.ptr);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cases),      cmocka_unit_test(test_key),       cmocka_unit_test(test_options),
      cmocka_unit_test(test_two),        cmocka_unit_test(test_refused),   cmocka_unit_test(test_apport),
      cmocka_unit_test(test_long_line),  cmocka_unit_test(test_limit),     cmocka_unit_test(test_zip),
      cmocka_unit_test(test_nested),     cmocka_unit_test(test_two_zips),  cmocka_unit_test(test_again),
      cmocka_unit_test(test_allocation), cmocka_unit_test(test_any_place), cmocka_unit_test(test_private_key)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
