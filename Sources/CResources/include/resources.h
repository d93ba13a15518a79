#pragma once

/// The file of data that the program carries under this name, with a 0 at its end. Ends the program for another name.
///
/// Each file stands beside the code that reads it. C embeds it at once; Swift's compiler takes a minute for an array of
/// so many bytes.
const char *_Nonnull resource(const char *_Nonnull name);
