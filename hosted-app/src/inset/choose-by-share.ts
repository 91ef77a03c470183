/** Chooses one at random, by share. `except`: not this one, if there are others. Null for none. */
export function chooseByShare<Item extends { id: string; share: number }>(
  items: readonly Item[],
  { except, random = Math.random }: { except?: string | undefined; random?: () => number } = {},
): Item | null {
  const others = items.filter(({ id }) => id !== except)
  const among = others.length > 0 ? others : items
  let left = random() * among.reduce((sum, { share }) => sum + share, 0)
  for (const item of among) {
    left -= item.share
    if (left < 0) return item
  }
  return among.at(-1) ?? null
}
