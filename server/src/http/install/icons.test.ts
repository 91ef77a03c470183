import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createIcons, OWN_MARK } from './icons.ts'

const folder = mkdtempSync(join(tmpdir(), 'stoa-icons-'))
const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="32" height="32"><rect width="32" height="32" fill="${color}"/></svg>`
writeFileSync(join(folder, 'favicon.svg'), svg('#f00'))
writeFileSync(join(folder, 'logo.svg'), svg('#00f'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a logo that was removed is no longer drawn, although it was before', async () => {
  const access = { isPublic: true, isRemoved: false }
  const icons = createIcons(
    {
      storage: { size: async () => 1, open: async () => ({ path: join(folder, 'logo.svg'), release: async () => {} }) },
      fileAccesses: { of: async () => access },
      pictures: { folder, fetch: async () => ({ name: '' }) },
      logger: { warn: () => {} },
    } as unknown as Parameters<typeof createIcons>[0],
    folder,
  )
  const logo = '/media/0V8N98jIxNHsfCX2KGmv/logo.webp'
  const before = await icons.draw(logo, '192')
  expect(before.isLogo).toBe(true)
  access.isRemoved = true
  const { icon, isLogo } = await icons.draw(logo, '192')
  expect(isLogo).toBe(false)
  expect(icon).toEqual((await icons.draw(OWN_MARK, '192')).icon)
  expect(icon).not.toEqual(before.icon)
})
