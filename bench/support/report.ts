/** One figure with its goal. */
export interface Figure {
  what: string
  value: string
  /** The goal in words. */
  goal?: string
  reached?: boolean
}

/** Prints figures as a table. A missed goal sets exit code 1. */
export function report(figures: Figure[]): void {
  const width = Math.max(...figures.map(({ what }) => what.length))
  for (const { what, value, goal, reached } of figures) {
    const verdict = reached === undefined ? '' : reached ? '  ok' : '  MISSED'
    console.log(`${what.padEnd(width)}  ${value}${goal ? `   (goal: ${goal})` : ''}${verdict}`)
    if (reached === false) process.exitCode = 1
  }
}

export function ratio(value: number): string {
  return `${value.toFixed(2)} ×`
}

export function milliseconds(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 0)} ms`
}
