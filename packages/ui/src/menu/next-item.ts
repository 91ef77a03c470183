/**
 * The item that a key moves to. Arrows wrap around, Home and End jump, a letter finds the next item starting with it.
 */
export function nextItem(key: string, at: number, labels: readonly string[]): number | undefined {
  const count = labels.length
  if (key === 'ArrowDown') return (at + 1) % count
  if (key === 'ArrowUp') return (Math.max(at, 0) + count - 1) % count
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return undefined
  const letter = key.toLowerCase()
  for (let step = 1; step <= count; step++) {
    const next = (at + step) % count
    if (labels[next]?.trim().toLowerCase().startsWith(letter)) return next
  }
  return undefined
}
