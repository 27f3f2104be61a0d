/* SPDX-License-Identifier: MIT */
/* Flags that follow from function names: every pattern where it fits and where it just does not, and the table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/apitrace.h>

enum {
  F = DFMT_APITRACE_FLAG_END_FRAME,
  R = DFMT_APITRACE_FLAG_RENDER,
  T = DFMT_APITRACE_FLAG_RENDERTARGET,
  N = DFMT_APITRACE_FLAG_NO_SIDE_EFFECTS,
  V = DFMT_APITRACE_FLAG_VERBOSE,
  M = DFMT_APITRACE_FLAG_MARKER,
  PUSH = M | DFMT_APITRACE_FLAG_MARKER_PUSH,
  POP = M | DFMT_APITRACE_FLAG_MARKER_POP
};

static const struct {
  const char *name;
  uint32_t flags;
} cases[] = {
    /* draws */
    {"glDrawArrays", R},
    {"glDrawElements", R},
    {"glMultiDrawElementsIndirectCount", R},
    {"glDrawRangeElementsBaseVertex", R},
    {"glDrawMeshArraysSUN", R},
    {"glMultiModeDrawArraysIBM", R},
    {"glDrawDrawArrays", R},
    {"glDrawMeshTasksNV", 0},
    {"glDrawElementArrayAPPLE", 0},
    {"glDrawArraysx", 0},
    {"glDrawArrays2", 0},
    {"glDrawArraysA2", 0},
    {"gldrawArrays", 0},
    {"glMDrawArrays", 0},
    {"glDraw", 0},
    {"gl", 0},
    {"g", 0},
    {"", 0},
    /* others that render */
    {"glClear", R},
    {"glCallList", R},
    {"glCallLists", R},
    {"glEnd", R},
    {"glDrawPixels", R},
    {"glBlitFramebufferEXT", R},
    {"glDrawTransformFeedback", R},
    {"glDrawTransformFeedbackStreamInstanced", R},
    {"glDrawTransformFeedbackNV2", R},
    {"glDrawTransformFeedbackstream", 0},
    {"glRectfv", R},
    {"glRectd", R},
    {"glRectivEXT", R},
    {"glRect", 0},
    {"glRectb", 0},
    {"glEvalMesh1", R},
    {"glEvalMesh22X", R},
    {"glEvalMesh", 0},
    {"glClearColor", 0},
    {"glEndList", 0},
    {"glEndEXT", R},
    /* targets and questions */
    {"glBindFramebuffer", T},
    {"glBindFramebufferEXT", T},
    {"glBindFramebufferx", 0},
    {"glGetFloatv", N},
    {"glGetInteger64i_v", N},
    {"glGetTexLevelParameteriv", N},
    {"glGetTextureLevelParameterfv", N},
    {"glGetVertexAttribPointerv", N},
    {"glGetFloat", 0},
    {"glGetFloat-", 0},
    /* interfaces */
    {"ID3D10Device::Draw", R},
    {"ID3D11DeviceContext::DrawIndexedInstanced", R},
    {"ID3D11DeviceContext4::ExecuteCommandList", R},
    {"ID3D11DeviceContext::ExecuteCommandLists", 0},
    {"ID3D11DeviceContext::Draw!", 0},
    {"ID3D11Device::Draw", 0},
    {"ID3D10DeviceID3D11DeviceContext::Draw", 0},
    {"ID3D10Device1::OMSetRenderTargets", T},
    {"ID3D11DeviceContext1::OMSetRenderTargetsAndUnorderedAccessViews", T},
    {"IDXGISwapChain::Present", F},
    {"IDXGISwapChainDWM::Present1", F},
    {"IDXGIDecodeSwapChain::PresentBuffer", F},
    {"IDXGISwapChain:Present", 0},
    {"IDXGISwapChain::GetPresent", 0},
    {"ID3D10Device::CheckFormatSupport", N | V},
    {"ID3D11Device5::CheckMultisampleQualityLevels", N | V},
    {"ID3D11Device5::CheckMultisampleQualityLevels1", 0},
    /* the table: first, last, and some of each kind */
    {"CGLFlushDrawable", F},
    {"eglSwapBuffers", F | T},
    {"glXSwapBuffers", F | T},
    {"glFrameTerminatorGREMEDY", F},
    {"wglSwapMultipleBuffers", F | T},
    {"IDirect3DDevice9Ex::PresentEx", F | T},
    {"IDirect3DDevice9::DrawPrimitive", R},
    {"D3DPERF_BeginEvent", PUSH},
    {"D3DPERF_EndEvent", POP},
    {"D3DPERF_SetMarker", M},
    {"glPushDebugGroup", PUSH},
    {"glPopDebugGroup", POP},
    {"CGLGetCurrentContext", V | N},
    {"CGLFlushDrawabl", 0},
    {"CGLFlushDrawable2", 0},
    {"memcpy", 0},
    {"zzz", 0},
    {"\xff", 0},
};

static void test_names(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t flags = dfmt_apitrace_name_flags(cases[i].name, strlen(cases[i].name));
    if (flags != cases[i].flags) fail_msg("%s: %u, not %u", cases[i].name, flags, cases[i].flags);
  }
}

/* The length counts, not a NUL; and NULL is no name. */
static void test_lengths(void **state) {
  (void)state;
  assert_int_equal(dfmt_apitrace_name_flags("glClearColor", 7), R);
  assert_int_equal(dfmt_apitrace_name_flags("glClear\0", 8), 0);
  assert_int_equal(dfmt_apitrace_name_flags("glRect\0", 7), 0);
  assert_int_equal(dfmt_apitrace_name_flags("CGLFlushDrawable\0", 17), 0);
  assert_int_equal(dfmt_apitrace_name_flags("glClear", 0), 0);
  assert_int_equal(dfmt_apitrace_name_flags(NULL, 0), 0);
  assert_int_equal(dfmt_apitrace_name_flags(NULL, 7), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_lengths)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
