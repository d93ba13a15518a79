#pragma once

/// The commit that the program was built from, as 40 hexadecimal digits; empty if it was not built from git.
const char *build_commit(void);
