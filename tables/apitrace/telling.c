/* SPDX-License-Identifier: MIT */
#include "telling.h"

#include <stddef.h>

#include "derived/pattern.h"

enum { MOST = 256 }; /* bytes of a name */

struct rule {
  const char *pattern;
  enum dfmti_apitrace_telling tells;
};

/* The first that matches counts. Of methods, failures of those in the second part are answers (api.normal). */
static const struct rule rules[] = {
    {"glGetError", DFMTI_TELLS_GL_ERROR},
    {"glGetShaderiv", DFMTI_TELLS_STATUS},
    {"glGetProgramiv", DFMTI_TELLS_STATUS},
    {"glGetObjectParameteriv*", DFMTI_TELLS_STATUS},
    {"gl*InfoLog*", DFMTI_TELLS_LOG},
    {"glCheck*FramebufferStatus*", DFMTI_TELLS_FRAMEBUFFER},
    {"glGetDebugMessageLog", DFMTI_TELLS_MESSAGES},
    {"glGetDebugMessageLogARB", DFMTI_TELLS_MESSAGES},
    {"glGetDebugMessageLogKHR", DFMTI_TELLS_MESSAGES},
    {"glDebugMessageInsert", DFMTI_TELLS_MESSAGE},
    {"glDebugMessageInsertARB", DFMTI_TELLS_MESSAGE},
    {"glDebugMessageInsertKHR", DFMTI_TELLS_MESSAGE},

    {"*::Check*", DFMTI_TELLS_NOTHING},
    {"*::QueryInterface", DFMTI_TELLS_NOTHING},
    {"*::EnumAdapters*", DFMTI_TELLS_NOTHING},
    {"*::EnumOutputs", DFMTI_TELLS_NOTHING},
    {"*::EnumAdapterModes", DFMTI_TELLS_NOTHING},
    {"*::GetPrivateData", DFMTI_TELLS_NOTHING},
    {"*::*", DFMTI_TELLS_RESULT},
};

static const char *const swaps[] = {"*SwapBuffers*", "*::Present*"};

uint32_t dfmti_apitrace_telling(dfmt_str function) {
  if (function.len > MOST) return DFMTI_TELLS_NOTHING;
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (dfmti_pattern_matches(rules[i].pattern, function)) return rules[i].tells;
  return DFMTI_TELLS_NOTHING;
}

bool dfmti_apitrace_swaps(dfmt_str function) {
  if (function.len > MOST) return false;
  for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
    if (dfmti_pattern_matches(swaps[i], function)) return true;
  return false;
}
