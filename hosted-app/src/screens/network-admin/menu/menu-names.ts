import { type MenuSubitem, type MenuTarget, menuLabel } from '@stoa/contract'

/** Targets by kind and id. */
export type Targets = ReadonlyMap<string, MenuTarget>

export const targetKey = ({ kind, target }: Pick<MenuSubitem, 'kind' | 'target'>) => `${kind} ${target}`

export function targetsOf(targets: readonly MenuTarget[]): Targets {
  return new Map(targets.map((target) => [targetKey(target), target]))
}

/** What an item is called: its label, the title of its target, or another language's label. */
export function nameOf(item: MenuSubitem, targets: Targets, language: string): string {
  const title = targets.get(targetKey(item))?.title ?? ''
  return menuLabel(item, language) || title || Object.values(item.labels)[0] || item.target
}
