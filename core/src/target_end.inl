// For g++ the target holds to the end of the file: templates are made there.
#if defined(__clang__)
#pragma clang attribute pop
#endif
