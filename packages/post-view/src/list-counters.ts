/** Numbering styles of the editor that HTML supports. */
export const LIST_COUNTERS: ReadonlyMap<string, 'a' | 'A' | 'i' | 'I'> = new Map([
  ['lower-alpha', 'a'],
  ['upper-alpha', 'A'],
  ['lower-roman', 'i'],
  ['upper-roman', 'I'],
])
