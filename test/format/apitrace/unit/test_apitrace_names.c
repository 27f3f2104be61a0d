/* SPDX-License-Identifier: MIT */
/*
 * Flags that follow from function names: every pattern where it fits and where it just does not, and the table; and
 * from what glGetError returns.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <diagfmt/diagfmt.h>

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

/* A glGetError that says no error, in whatever kind of value, is of little interest. */
static void test_no_error(void **state) {
  (void)state;
  static const struct {
    const char *value;
    size_t len;
    bool zero;
  } all[] = {
      {"\0", 1, true},   /* null */
      {"\1", 1, true},   /* false */
      {"\2", 1, false},  /* true */
      {"\4\0", 2, true}, /* integers */
      {"\4\5", 2, false},
      {"\3\0", 2, true},
      {"\5\0\0\0\0", 5, true}, /* floats: 0, -0, 0.5, 1, -1, nan */
      {"\5\0\0\0\200", 5, true},
      {"\5\0\0\0\77", 5, true},
      {"\5\0\0\200\77", 5, false},
      {"\5\0\0\200\277", 5, false},
      {"\5\0\0\300\177", 5, false},
      {"\6\0\0\0\0\0\0\0\0", 9, true}, /* doubles: 0, 0.5, 2 */
      {"\6\0\0\0\0\0\0\340\77", 9, true},
      {"\6\0\0\0\0\0\0\0\100", 9, false},
      {"\7\0", 2, false},  /* a string */
      {"\13\0", 2, false}, /* an array */
      {"\15\0", 2, true},  /* pointers */
      {"\15\1", 2, false},
      {"\16\2\4\0", 4, true}, /* reprs: the second value counts */
      {"\16\4\0\2", 4, false},
      {"\16\13\1\4\5\16\2\15\0", 9, true},
  };
  enum { CASES = sizeof all / sizeof *all };
  uint8_t stream[1000] = "\6\6";
  size_t len = 3;
  for (size_t i = 0; i < CASES; i++) {
    static const char first[] = {0, 0, 0, 10, 'g', 'l', 'G', 'e', 't', 'E', 'r', 'r', 'o', 'r', 0, 0}, next[4];
    const uint8_t leave[] = {1, (uint8_t)i, 2};
    memcpy(stream + len, i ? next : first, i ? sizeof next : sizeof first);
    len += i ? sizeof next : sizeof first;
    memcpy(stream + len, leave, sizeof leave);
    memcpy(stream + len + sizeof leave, all[i].value, all[i].len);
    len += sizeof leave + all[i].len + 1;
  }
  dfmt_config *c;
  dfmt_source *s;
  dfmt_reader *r;
  const dfmt_event *ev;
  assert_int_equal(dfmt_config_new(&c), DFMT_OK);
  assert_int_equal(dfmt_config_set(c, DFMT_CFG_APITRACE_CONTAINER, DFMT_APITRACE_CONTAINER_RAW), DFMT_OK);
  assert_int_equal(dfmt_source_memory(c, stream, len, &s), DFMT_OK);
  assert_int_equal(dfmt_reader_new(c, &r), DFMT_OK);
  assert_int_equal(dfmt_reader_open(r, DFMT_APITRACE, s), DFMT_OK);
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
  for (size_t i = 0; i < CASES; i++) {
    assert_int_equal(dfmt_reader_next(r, &ev), DFMT_OK);
    const dfmt_apitrace_call *call = dfmt_event_apitrace_call(ev);
    assert_non_null(call);
    if (((call->flags & V) != 0) != all[i].zero) fail_msg("value %zu", i);
  }
  assert_int_equal(dfmt_reader_next(r, &ev), DFMT_END);
  dfmt_reader_free(r);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_lengths),
                                     cmocka_unit_test(test_no_error)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
