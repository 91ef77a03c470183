import type { StrictArgTypes } from 'storybook/internal/types'

type Type = { name: string; raw?: string; required?: boolean; value?: unknown }

/** `?: boolean | undefined` is a yes or no, and gets such a control; so do the other types beside `undefined`. */
export function withoutUndefined({ argTypes }: { argTypes: StrictArgTypes }): StrictArgTypes {
  const entries = Object.entries(argTypes).map(([name, argType]) => {
    const type = argType.type as Type | undefined
    const { raw = '', required = false } = type ?? {}
    const text = raw.replace(/^\| /, '').replace(/ \| undefined$/, '')
    const controlType = type?.name === 'union' ? simpleType(text) : undefined
    if (text === 'ReactNode' || type?.value === 'ReactNode') return [name, { ...argType, control: { type: 'text' } }]
    if (!controlType) return [name, argType]
    const table = { ...argType.table, type: { summary: text } }
    // What no control can make is shown, not offered.
    if (controlType.name === 'other') return [name, { ...argType, table, control: false }]
    return [name, { ...argType, type: { ...controlType, required }, table }]
  })
  return Object.fromEntries(entries) as StrictArgTypes
}

function simpleType(text: string): Type {
  if (/^(boolean|number|string)$/.test(text)) return { name: text }
  if (text.includes('=>')) return { name: 'function' }
  const literals = text.split(' | ')
  if (literals.every((one) => /^'[^']*'$/.test(one)))
    return { name: 'enum', value: literals.map((one) => one.slice(1, -1)) }
  if (literals.every((one) => /^\d+$/.test(one))) return { name: 'enum', value: literals.map(Number) }
  return { name: 'other' }
}
