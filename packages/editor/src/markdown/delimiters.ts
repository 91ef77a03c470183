export type MarkName = 'b' | 'i' | 'u' | 's' | 'mark' | 'code'

/** A run of emphasis characters. Pairs of runs take characters from each other. */
export interface Delimiter {
  kind: 'delimiter'
  char: string
  /** Characters at first. */
  length: number
  /** Characters that aren't in a pair yet. */
  left: number
  canOpen: boolean
  canClose: boolean
  /** Marks that end before the remaining characters, from the innermost. */
  ends: MarkName[]
  /** Marks that start after the remaining characters, from the outermost. */
  starts: MarkName[]
}
const SPACE = /\s/
const PUNCTUATION = /[\p{P}\p{S}]/u

/** Where the run of equal characters ends. */
export function endOfRun(source: string, start: number): number {
  let end = start + 1
  while (source[end] === source[start]) end += 1
  return end
}

export function delimiterAt(source: string, start: number, end: number): Delimiter {
  const char = source[start] ?? ''
  const before = characterBefore(source, start)
  const after = end < source.length ? String.fromCodePoint(source.codePointAt(end) ?? 0) : ' '
  const isLeft = !SPACE.test(after) && (!PUNCTUATION.test(after) || SPACE.test(before) || PUNCTUATION.test(before))
  const isRight = !SPACE.test(before) && (!PUNCTUATION.test(before) || SPACE.test(after) || PUNCTUATION.test(after))
  const isWord = char === '_'
  return {
    kind: 'delimiter',
    char,
    length: end - start,
    left: end - start,
    canOpen: isLeft && (!isWord || !isRight || PUNCTUATION.test(before)),
    canClose: isRight && (!isWord || !isLeft || PUNCTUATION.test(after)),
    ends: [],
    starts: [],
  }
}

function characterBefore(source: string, at: number): string {
  if (at === 0) return ' '
  const isPair = /[\uDC00-\uDFFF]/.test(source[at - 1] ?? '') && at > 1
  return source.slice(isPair ? at - 2 : at - 1, at)
}

/** Pairs the delimiters from index `bottom` on, and removes them. CommonMark's procedure, which is linear. */
export function pairDelimiters(delimiters: Delimiter[], bottom: number): void {
  const list = delimiters.splice(bottom)
  const previous = list.map((_, index) => index - 1)
  /** Below it there is no opener for such a closer. */
  const floors = new Map<string, number>()

  list.forEach((closer, index) => {
    if (!closer.canClose) return
    const key = `${closer.char}${closer.canOpen}${closer.length % 3}`
    while (closer.left > 0) {
      const floor = floors.get(key) ?? -1
      let candidate = previous[index] ?? -1
      while (candidate > floor && !isOpenerOf(list[candidate], closer)) candidate = previous[candidate] ?? -1
      const opener = candidate > floor ? list[candidate] : undefined
      if (!opener) {
        floors.set(key, Math.max(floor, previous[index] ?? -1))
        break
      }
      const size = Math.min(2, opener.left, closer.left)
      const name = nameOf(closer.char, size)
      opener.starts.unshift(name)
      closer.ends.push(name)
      opener.left -= size
      closer.left -= size
      // What is between the two can't be paired with anything outside.
      previous[index] = opener.left > 0 ? candidate : (previous[candidate] ?? -1)
    }
    // A used-up closer isn't looked at again.
    if (closer.left === 0 && index + 1 < list.length) previous[index + 1] = previous[index] ?? -1
  })
}

function isOpenerOf(opener: Delimiter | undefined, closer: Delimiter): boolean {
  if (!opener || !opener.canOpen || opener.left === 0 || opener.char !== closer.char) return false
  const isThree = (opener.length + closer.length) % 3 === 0 && (opener.length % 3 !== 0 || closer.length % 3 !== 0)
  return !((opener.canClose || closer.canOpen) && isThree && closer.char !== '~' && closer.char !== '=')
}

function nameOf(char: string, size: number): MarkName {
  if (char === '~') return 's'
  if (char === '=') return 'mark'
  return size === 2 ? 'b' : 'i'
}
