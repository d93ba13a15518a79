#pragma once

// Sixteen bytes at once. Swift 6.3 compares vectors byte by byte, clang in one instruction.

#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/// A `SIMD16<UInt8>`. What is asked of each byte is answered by 0xFF or 0 in its place.
typedef uint8_t newsdigest_block __attribute__((ext_vector_type(16)));

static inline newsdigest_block newsdigest_load(const void *start) {
    newsdigest_block block;
    __builtin_memcpy(&block, start, sizeof block);
    return block;
}

static inline void newsdigest_store(newsdigest_block block, void *start) {
    __builtin_memcpy(start, &block, sizeof block);
}

static inline newsdigest_block newsdigest_equal(newsdigest_block block, uint8_t byte) {
    return (newsdigest_block)(block == byte);
}

static inline newsdigest_block newsdigest_less(newsdigest_block block, uint8_t bound) {
    return (newsdigest_block)(block < bound);
}

static inline newsdigest_block newsdigest_within(newsdigest_block block, uint8_t first, uint8_t last) {
    return (newsdigest_block)(block - first <= (newsdigest_block)(uint8_t)(last - first));
}

static inline newsdigest_block newsdigest_and(newsdigest_block a, newsdigest_block b) { return a & b; }

static inline newsdigest_block newsdigest_or(newsdigest_block a, newsdigest_block b) { return a | b; }

/// One bit for each byte whose highest bit is set, that of the first byte lowest.
static inline uint32_t newsdigest_marks(newsdigest_block block) {
#ifdef __SSE2__
    return (uint32_t)_mm_movemask_epi8((__m128i)block);
#else
    uint32_t marks = 0;
    for (int index = 0; index < 16; index++) marks |= (uint32_t)(block[index] >> 7) << index;
    return marks;
#endif
}
