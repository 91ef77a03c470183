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
  variants: readonly Way[],
  attempt: (variant: Way) => Promise<string | null>,
): Promise<Attack> {
  const successes: string[] = []
  for (const variant of variants) {
    const gained = await attempt(variant)
    if (gained !== null) successes.push(gained)
  }
  return { what, attempts: variants.length, successes }
}
