/** The text of values, as `default_symbols` in Python: digits to 9, letters from A to 25, numbers above. */

const DIGITS = "123456789";
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** The ways to write the values of a size, the default first. */
function stylesOf(size) {
  if (size <= 9) return ["digits"];
  return size <= 25 ? ["letters", "1-9A", "numbers"] : ["numbers"];
}

function alphabetOf(size, style) {
  if (style === "numbers") return null;
  if (style === "letters") return LETTERS.slice(0, size);
  return (DIGITS + LETTERS).slice(0, size);
}

export class Symbols {
  constructor(size, style) {
    this.size = size;
    this.style = stylesOf(size).includes(style) ? style : stylesOf(size)[0];
    this.alphabet = alphabetOf(size, this.style);
  }

  text(value) {
    if (!value) return "";
    return this.alphabet ? this.alphabet[value - 1] : String(value);
  }

  /** The value of a key; 0 for none. With letters for values, the digits mean 1 to 9 as well. */
  value(key) {
    const found = (this.alphabet ?? DIGITS).indexOf(key.toUpperCase()) + 1;
    const value = found || DIGITS.indexOf(key) + 1;
    return key.length === 1 && value <= this.size ? value : 0;
  }

  /** What to ask of the server, so that its sentences have these symbols. */
  get wish() {
    return this.style === stylesOf(this.size)[0] ? {} : { symbols: this.style === "numbers" ? "decimal" : this.style };
  }

  /** Whether this capital letter is a value, so that it cannot be a command. */
  hasLetter(letter) {
    return this.hasLetters && this.alphabet.includes(letter);
  }

  /** Whether letters are values, not commands. */
  get hasLetters() {
    return this.size > 9 && !this.isNumbers;
  }

  /** Whether a value may take two keys: 1, then 2 for 12. */
  get isNumbers() {
    return this.alphabet === null;
  }
}
