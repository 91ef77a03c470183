import { randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const TIME_LENGTH = 8
const RANDOM_LENGTH = 12
/** Milliseconds per draw of random bytes: drawing costs more than an id, however few bytes it is. */
const DRAWN_AT_ONCE = 256

/** Makes 20-character ids of [0-9A-Za-z] that sort by creation time (ms), even within one millisecond of a process. */
export interface Ids {
  next(): string
}

export function createIds(clock: Clock): Ids {
  let lastTime = -1
  /** All but the last character. */
  let head = ''
  let tail: number[] = []
  const drawn = new Uint8Array(RANDOM_LENGTH * DRAWN_AT_ONCE)
  let used = drawn.length
  const draw = () => {
    if (used === drawn.length) {
      randomFillSync(drawn)
      used = 0
    }
    used += RANDOM_LENGTH
    return drawn.subarray(used - RANDOM_LENGTH, used)
  }
  const write = () => {
    head =
      encodeTime(lastTime) +
      tail
        .slice(0, -1)
        .map((digit) => ALPHABET[digit])
        .join('')
  }
  return {
    next() {
      const now = Math.max(clock.now(), lastTime)
      if (now !== lastTime) {
        lastTime = now
        tail = Array.from(draw(), (byte) => byte % ALPHABET.length)
        write()
      } else if (increment(tail) < RANDOM_LENGTH - 1) write()
      return head + ALPHABET[tail[RANDOM_LENGTH - 1] ?? 0]
    },
  }
}

/** The smallest id made at or after `time`: the lower bound of an id range. */
export function firstIdAt(time: number): string {
  return encodeTime(Math.max(0, time)) + '0'.repeat(RANDOM_LENGTH)
}

/** When the id was made, in ms. */
export function timeOfId(id: string): number {
  return Array.from(id.slice(0, TIME_LENGTH)).reduce(
    (time, digit) => time * ALPHABET.length + ALPHABET.indexOf(digit),
    0,
  )
}

function encodeTime(time: number): string {
  let rest = time
  let text = ''
  for (let index = 0; index < TIME_LENGTH; index += 1) {
    text = ALPHABET[rest % ALPHABET.length] + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}

/** Adds one; returns the index of the first changed digit. */
function increment(digits: number[]): number {
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const next = (digits[index] ?? 0) + 1
    digits[index] = next % ALPHABET.length
    if (next < ALPHABET.length) return index
  }
  return 0
}
