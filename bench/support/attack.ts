/** One kind of attack, with its attempts and successes. */
export interface Attack {
  what: string
  attempts: number
  /** One line for each successful attempt. */
  successes: string[]
}

/** Tries every variant of an attack in turn. A variant that resolves to a text has succeeded. */
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
