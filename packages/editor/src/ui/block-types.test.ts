import { expect, it } from 'vitest'
import type { EditorHost } from '../view/host.ts'
import { blockSource } from './block-types.tsx'

it('finds blocks by their names in the writer’s language, and by the usual English words', () => {
  const texts: Record<string, string> = { 'editor.warning': 'Hinweis', 'editor.table': 'Tabelle' }
  const host = { t: (key: string) => texts[key] ?? key, props: () => ({}) } as unknown as EditorHost
  const find = blockSource(() => host)
  const idsFor = (query: string) => find(query)?.map(({ id }) => id)
  expect(idsFor('hinw')).toEqual(['warning'])
  expect(idsFor('warn')?.[0]).toBe('warning')
  expect(idsFor('tabelle')).toEqual(['table'])
  expect(idsFor('tip')).toEqual(['warning'])
  expect(idsFor('vimeo')).toEqual(['embed'])
  expect(idsFor('h3')).toEqual(['heading-3'])
  expect(idsFor('bookmark')).toEqual(['linkTool'])
})
