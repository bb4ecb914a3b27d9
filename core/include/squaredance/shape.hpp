// Shape: the size of a puzzle whose houses are its rows, cols and boxes, and how high and wide a box is.
// A Geometry knows houses only; those who move rows and cols about need to know the boxes.
#pragma once

namespace squaredance {

struct Shape {
  int size = 9;
  int box_height = 3;  // 0: no boxes
  int box_width = 3;

  int cells() const { return size * size; }
  bool has_boxes() const { return box_height != 0; }
  bool is_standard9() const { return size == 9 && box_height == 3; }

  // Rows that may trade places: those of a band, and bands. Without boxes all rows are one band.
  int band_height() const { return has_boxes() ? box_height : size; }
  int stack_width() const { return has_boxes() ? box_width : size; }

  // Whether rows may become cols: then boxes must be as high as they are wide.
  bool can_transpose() const { return box_height == box_width; }
};

}  // namespace squaredance
