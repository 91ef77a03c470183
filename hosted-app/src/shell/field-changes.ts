import { useDraft } from '@stoa/store/react'
import { useEffect, useRef } from 'react'

/** Values of a form's fields by name. */
export type FieldValues = Readonly<Record<string, string | number | boolean>>

/** Unsaved values, with the values before them. */
export type FieldChanges<Values extends FieldValues> = {
  readonly [Name in keyof Values]?: { readonly from: Values[Name]; readonly to: Values[Name] }
}

type Name<Values> = Extract<keyof Values, string>

/** Changes stored on the device; null if there are none. `current` has a value for each field. */
export function readChanges<Values extends FieldValues>(draft: string, current: Values): FieldChanges<Values> | null {
  try {
    const stored = JSON.parse(draft || '{}') as Record<string, { from?: unknown; to?: unknown } | undefined>
    const changed = Object.entries(current).flatMap(([name, value]) => {
      const { from, to } = stored[name] ?? {}
      return typeof from === typeof value && typeof to === typeof value ? [[name, { from, to }]] : []
    })
    return changed.length === 0 ? null : (Object.fromEntries(changed) as FieldChanges<Values>)
  } catch {
    return null
  }
}

/** Adds a change to the draft. Unchanged values are removed; empty if nothing is changed. */
function withChange<Values extends FieldValues>(
  current: Values,
  changes: FieldChanges<Values> | null,
  { name, to }: { name: Name<Values>; to: Values[Name<Values>] },
): string {
  const others = Object.entries(changes ?? {}).filter(([one]) => one !== name)
  const from = changes?.[name]?.from ?? current[name]
  const all = to === current[name] ? others : [...others, [name, { from, to }]]
  return all.length === 0 ? '' : JSON.stringify(Object.fromEntries(all))
}

/**
 * The draft after saving: what was typed while the request was under way. Empty if nothing was. `before` are the values
 * before saving, which a field without a change has again.
 */
export function typedSince<Values extends FieldValues>(
  changes: FieldChanges<Values> | null,
  { sentChanges, before, saved }: { sentChanges: FieldChanges<Values>; before: Values; saved: Values },
): string {
  const names = Object.keys({ ...sentChanges, ...changes }) as Name<Values>[]
  const rest = names.flatMap((name) => {
    const sent = sentChanges[name]
    const change = changes?.[name]
    const to = change ? change.to : before[name]
    if (sent ? to === sent.to || to === saved[name] : !change) return []
    return [[name, sent ? { from: saved[name], to } : change]]
  })
  return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest))
}

/** Fields that somebody else has changed since. */
export function overtaken<Values extends FieldValues>(
  current: Values,
  changes: FieldChanges<Values> | null,
): Name<Values>[] {
  return (Object.keys(changes ?? {}) as Name<Values>[]).filter((name) => {
    const change = changes?.[name]
    return change !== undefined && current[name] !== change.from && current[name] !== change.to
  })
}

/**
 * The unsaved values of a form. They stay on the device under `key` until they are saved or discarded, even if somebody
 * else has changed the same field. `current` are the saved values.
 */
export function useFieldChanges<Values extends FieldValues>(key: string, current: Values) {
  const [draft, setDraft] = useDraft(key)
  const changes = readChanges(draft, current)
  const latest = useRef(changes)
  useEffect(() => {
    latest.current = changes
  })
  return {
    /** Null if there are none. */
    changes,
    /** Names of the changed fields, in order. */
    changed: Object.keys(changes ?? {}) as Name<Values>[],
    /** Changed fields that somebody else has changed since. */
    late: overtaken(current, changes),
    valueOf: <One extends Name<Values>>(name: One): Values[One] => changes?.[name]?.to ?? current[name],
    change: <One extends Name<Values>>(name: One, to: Values[One]) =>
      setDraft(withChange(current, changes, { name, to })),
    discard: () => setDraft(''),
    /** These changes are saved now. What was typed meanwhile stays, and is returned for `keep`; empty: nothing. */
    settle(sentChanges: FieldChanges<Values>, saved: Values): string {
      const rest = typedSince(latest.current, { sentChanges, before: current, saved })
      setDraft(rest)
      return rest
    },
    /** Keeps what `settle` has returned, under another key than before. */
    keep: setDraft,
  }
}
