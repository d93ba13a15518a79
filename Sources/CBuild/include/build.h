#pragma once

/// The commit that the program was built from, as 40 hexadecimal digits; empty if the build did not say.
const char *build_commit(void);
