#pragma once

// Eigen reads this inside its own class (EIGEN_DENSEBASE_PLUGIN), behind its packets and before its products
// of matrices. On ARM it would form these by instructions that multiply and add with one rounding. Without
// the two names it takes the products, and cuts the blocks, of a processor of x86-64.
#ifdef EIGEN_VECTORIZE_NEON
#undef EIGEN_VECTORIZE_NEON
#undef EIGEN_HAS_SINGLE_INSTRUCTION_MADD
#endif
