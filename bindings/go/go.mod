// SPDX-License-Identifier: MIT
module diagfmt

go 1.23
