// Lines that are cells and a line end, rows that are cells; included once per instruction set,
// after its `members_only`.
std::size_t plain_lines(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members, std::size_t end_size, std::size_t most) {
  const std::size_t step = cells + end_size;
  std::size_t lines = 0;
  for (std::size_t at = 0; lines < most && size - at >= step; at += step, ++lines) {
    const std::uint8_t* line = text + at;
    if (line[step - 1] != '\n' || (end_size == 2 && line[cells] != '\r')) break;
    if (!members_only(line, cells, members)) break;
  }
  return lines;
}

std::size_t plain_rows(const std::uint8_t* text, std::size_t rows, std::size_t cells,
                       std::size_t step, const Characters& members) {
  std::size_t row = 0;
  while (row < rows && members_only(text + row * step, cells, members)) ++row;
  return row;
}

bool all_members(const std::uint8_t* text, std::size_t cells, const Characters& members) {
  return members_only(text, cells, members);
}
