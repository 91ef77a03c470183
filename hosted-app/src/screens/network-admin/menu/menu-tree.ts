import type { DomainMenu, MenuItem, MenuSubitem, MenuTarget } from '@stoa/contract'

/** An item in the editor's list; at depth 1 it is below the nearest one of depth 0 before it. */
export interface MenuRow {
  item: MenuSubitem
  depth: 0 | 1
}

export type Rows = readonly MenuRow[]
export type Move = 'up' | 'down' | 'in' | 'out'

export function rowsOf(items: readonly MenuItem[]): MenuRow[] {
  return items.flatMap(({ items: below, ...item }) => [
    { item, depth: 0 as const },
    ...below.map((one) => ({ item: one, depth: 1 as const })),
  ])
}

export function itemsOf(rows: Rows): MenuItem[] {
  const items: MenuItem[] = []
  for (const { item, depth } of rows) {
    const parent = items.at(-1)
    if (depth === 1 && parent) parent.items.push(item)
    else items.push({ ...item, items: [] })
  }
  return items
}

/** How many rows move with the one at `index`: itself and what is below it. */
function blockLength(rows: Rows, index: number): number {
  if (rows[index]?.depth !== 0) return 1
  let length = 1
  while (rows[index + length]?.depth === 1) length += 1
  return length
}

/** Where an item is: its place among its siblings, and the item above it. */
export function placeOf(rows: Rows, id: string): { position: number; count: number; parent: MenuSubitem | null } {
  for (const items of [itemsOf(rows)]) {
    const at = items.findIndex((item) => item.id === id)
    if (at >= 0) return { position: at + 1, count: items.length, parent: null }
    for (const { items: below, ...parent } of items) {
      const index = below.findIndex((item) => item.id === id)
      if (index >= 0) return { position: index + 1, count: below.length, parent }
    }
  }
  return { position: 0, count: 0, parent: null }
}

/** The rows after a step of an item; the same rows if it can't be made. */
export function moveRow(rows: Rows, id: string, move: Move): Rows {
  const index = rows.findIndex(({ item }) => item.id === id)
  const row = rows[index]
  if (!row) return rows
  const length = blockLength(rows, index)
  if (move === 'in') {
    if (row.depth === 1 || length > 1 || index === 0) return rows
    return rows.with(index, { ...row, depth: 1 })
  }
  if (move === 'out') {
    if (row.depth === 0) return rows
    // After its siblings, so that they stay where they are.
    let end = index + 1
    while (rows[end]?.depth === 1) end += 1
    return [...rows.slice(0, index), ...rows.slice(index + 1, end), { ...row, depth: 0 }, ...rows.slice(end)]
  }
  const others = rows.toSpliced(index, length)
  const block = rows.slice(index, index + length)
  let to: number
  if (row.depth === 1) {
    to = index + (move === 'up' ? -1 : 1)
    // The first place of all is for items of the first level.
    if (to < 1 || to > others.length) return rows
  } else if (move === 'up') {
    to = index - 1
    while (to >= 0 && rows[to]?.depth === 1) to -= 1
    if (to < 0) return rows
  } else {
    if (index + length >= rows.length) return rows
    to = index + blockLength(rows, index + length)
  }
  return others.toSpliced(to, 0, ...block)
}

/** The rows after an item was dropped where another one is. `shift` is how many levels inward it was moved. */
export function dropRow(rows: Rows, { id, overId, shift }: { id: string; overId: string; shift: number }): Rows {
  const index = rows.findIndex(({ item }) => item.id === id)
  const over = rows.findIndex(({ item }) => item.id === overId)
  const row = rows[index]
  if (!row || over < 0) return rows
  const length = blockLength(rows, index)
  if (over > index && over < index + length) return rows
  const others = rows.toSpliced(index, length)
  let to = over < index ? over : over - length + 1
  const wanted = row.depth + shift
  const depth = length > 1 || to === 0 || wanted < 1 ? 0 : 1
  // What is below another item stays there.
  if (depth === 0) while (others[to]?.depth === 1) to += 1
  const block = [{ ...row, depth: depth as 0 | 1 }, ...rows.slice(index + 1, index + length)]
  return others.toSpliced(to, 0, ...block)
}

export function removeRow(rows: Rows, id: string): Rows {
  const index = rows.findIndex(({ item }) => item.id === id)
  return index < 0 ? rows : rows.toSpliced(index, blockLength(rows, index))
}

/** Replaces an item, or adds it at the end. */
export function putItem(rows: Rows, item: MenuSubitem): Rows {
  const index = rows.findIndex((row) => row.item.id === item.id)
  return index < 0 ? [...rows, { item, depth: 0 }] : rows.map((row, at) => (at === index ? { ...row, item } : row))
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Ids of the most items that keep their order; the others were moved. */
function longestRise(places: readonly { id: string; at: number }[]): ReadonlySet<string> {
  const chains: { ids: string[]; at: number }[] = []
  for (const { id, at } of places) {
    const before = chains
      .filter((chain) => chain.at < at)
      .toSorted((one, other) => other.ids.length - one.ids.length)[0]
    chains.push({ ids: [...(before?.ids ?? []), id], at })
  }
  return new Set(chains.toSorted((one, other) => other.ids.length - one.ids.length)[0]?.ids)
}

/** Ids of the items that were added, changed, moved or removed. */
export function changedIds(before: Rows, after: Rows): string[] {
  const known = new Map(before.map((row) => [row.item.id, row]))
  const now = new Set(after.map(({ item }) => item.id))
  const removed = before.flatMap(({ item }) => (now.has(item.id) ? [] : [item.id]))
  const kept = (rows: Rows, others: ReadonlySet<string>) => rows.filter(({ item }) => others.has(item.id))
  const orderBefore = kept(before, now).map(({ item }) => item.id)
  const staying = longestRise(
    kept(after, new Set(known.keys())).map(({ item }) => ({ id: item.id, at: orderBefore.indexOf(item.id) })),
  )
  const changed = after.flatMap((row) => {
    const { id } = row.item
    const former = known.get(id)
    return former && same(former, row) && staying.has(id) ? [] : [id]
  })
  return [...changed, ...removed]
}

/**
 * Joins two edits of the same menu: theirs, with the items that the viewer has added, changed or removed. Where only the
 * viewer has changed the order, it is the viewer's.
 */
export function joinRows(base: Rows, mine: Rows, theirs: Rows): Rows {
  const find = (rows: Rows, id: string) => rows.find(({ item }) => item.id === id)
  const order = (rows: Rows) => rows.filter(({ item }) => find(base, item.id)).map(({ item }) => item.id)
  const isMineOrdered = same(order(theirs), order(base))
  const [first, second] = isMineOrdered ? [mine, theirs] : [theirs, mine]
  const rows: MenuRow[] = []
  for (const { item } of first) {
    const row = joined(item.id)
    if (row) rows.push(row)
  }
  for (const [index, { item }] of second.entries()) {
    if (find(first, item.id)) continue
    const row = joined(item.id)
    if (!row) continue
    // After what it followed.
    const before = second.slice(0, index).findLast((one) => rows.some((added) => added.item.id === one.item.id))
    rows.splice(before ? rows.findIndex((one) => one.item.id === before.item.id) + 1 : 0, 0, row)
  }
  return rows[0]?.depth === 1 ? rows.with(0, { ...rows[0], depth: 0 }) : rows

  function joined(id: string): MenuRow | undefined {
    const was = find(base, id)
    const my = find(mine, id)
    const their = find(theirs, id)
    if (!was) return my ?? their
    // Who changed it wins over who left it or removed it; of two changes, the viewer's is kept.
    if (my && !same(my, was)) return my
    if (their && !same(their, was)) return their
    return my && their
  }
}

/** What the device keeps of an edit. */
interface MenuDraft {
  /** What was edited. */
  base: Pick<DomainMenu, 'revision' | 'items'>
  rows: Rows
  targets: MenuTarget[]
}

/** What is edited first: the menu, or an edit that the device has kept. `theirs`: the menu was saved since. */
export function firstMenu(draft: string, first: DomainMenu) {
  const whole = { menu: first, rows: rowsOf(first.items) as Rows, targets: first.targets, theirs: null }
  try {
    const kept = JSON.parse(draft || 'null') as MenuDraft | null
    if (!kept) return whole
    const { base, rows, targets } = kept
    // Throws if something else is stored there.
    itemsOf(rows)
    const isCurrent = base.revision === first.revision
    return {
      menu: isCurrent ? first : { ...first, ...base },
      rows,
      targets: [...targets],
      theirs: isCurrent ? null : first,
    }
  } catch {
    return whole
  }
}
