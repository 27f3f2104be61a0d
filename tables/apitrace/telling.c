/* SPDX-License-Identifier: MIT */
#include "telling.h"

#include "base/cut.h"
#include "rules/pattern.h"

enum { MOST = 256 }; /* bytes of a name */

struct rule {
  const char *pattern;
  enum dfmti_apitrace_telling tells;
};

/* The first that matches counts. */
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
    {"*::*", DFMTI_TELLS_RESULT},
};

static dfmt_str text_of(const char *s) { return (dfmt_str){s, strlen(s)}; }

static uint32_t telling(dfmt_str function) {
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
    if (dfmti_pattern_matches(text_of(rules[i].pattern), function)) return rules[i].tells;
  return DFMTI_TELLS_NOTHING;
}

/* Whether failures of CLASS::METHOD are answers. */
static bool is_normal(const struct dfmti_rules *lists, dfmt_str function) {
  const dfmt_str method = dfmti_cut_after(function, dfmti_cut_find_last(function, "::") + 2);
  return dfmti_rules_have(lists, DFMTI_RULES_API_NORMAL, method) ||
         dfmti_rules_have(lists, DFMTI_RULES_API_NORMAL, function);
}

uint32_t dfmti_apitrace_telling(const struct dfmti_rules *lists, dfmt_str function) {
  const uint32_t tells = function.len > MOST ? DFMTI_TELLS_NOTHING : telling(function);
  return tells == DFMTI_TELLS_RESULT && is_normal(lists, function) ? DFMTI_TELLS_NOTHING : tells;
}

bool dfmti_apitrace_swaps(const struct dfmti_rules *lists, dfmt_str function) {
  return function.len <= MOST && dfmti_rules_have(lists, DFMTI_RULES_API_SWAP, function);
}
