/** One kind of attack: how often it was tried, and how often it got anywhere. */
export interface Attack {
  what: string
  attempts: number
  /** Of the attempts that got what they wanted, one line each. */
  successes: string[]
}

/** Tries every way of an attack, one after the other; a way that resolves to something got it. */
export async function tryAll<Way>(
  what: string,
  ways: readonly Way[],
  attempt: (way: Way) => Promise<string | null>,
): Promise<Attack> {
  const successes: string[] = []
  for (const way of ways) {
    const gained = await attempt(way)
    if (gained !== null) successes.push(gained)
  }
  return { what, attempts: ways.length, successes }
}
