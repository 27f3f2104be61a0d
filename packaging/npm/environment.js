// SPDX-License-Identifier: MIT
// For programs of tests in Node: they have the environment's variables.
var Module = {
  preRun: [() => {
    if (typeof ENV !== "undefined") Object.assign(ENV, process.env);
  }],
};
