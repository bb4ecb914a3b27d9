// Picks the kernel of a layout; after kernel.inl.

std::unique_ptr<RowsSearch> make(const Layout& layout) {
  auto is = [&](int bands, int steps, int planes) {
    return layout.bands == bands && layout.steps == steps && layout.planes == planes;
  };
  if (layout.size <= 16) {
    if (is(4, 1, 4)) return std::make_unique<Kernel<std::uint16_t, 16, 4, Fixed<4, 1, 4>>>(layout);
    if (is(3, 1, 3)) return std::make_unique<Kernel<std::uint16_t, 16, 4, Fixed<3, 1, 3>>>(layout);
    return std::make_unique<Kernel<std::uint16_t, 16, 4, Open>>(layout);
  }
  if (layout.size <= 32) {
    if (layout.span == 4) return std::make_unique<Kernel<std::uint32_t, 8, 4, Open>>(layout);
    if (is(5, 5, 5)) return std::make_unique<Kernel<std::uint32_t, 8, 8, Fixed<5, 5, 5>>>(layout);
    return std::make_unique<Kernel<std::uint32_t, 8, 8, Open>>(layout);
  }
  if (layout.span == 4) return std::make_unique<Kernel<std::uint64_t, 8, 4, Open>>(layout);
  return std::make_unique<Kernel<std::uint64_t, 8, 8, Open>>(layout);
}
