import type { pageCalls } from '@stoa/contract/schemas'
import { POST_CONTENT, type SampleScene, type SamplesOf } from '../../test/samples.ts'

const TEXTS = { en: { title: 'Rules', postContent: POST_CONTENT } }

/** A page of the default domain. */
async function page({ stoa, admin, next }: SampleScene, { publish = false } = {}) {
  const by = await admin()
  const input = { domainName: 'default', slug: `rules-${next()}`, texts: TEXTS }
  const { body } = await stoa.call('pageSave', input, { token: by.token })
  const { id: pageId, slug } = body.payload.page
  const about = { domainName: 'default', pageId, revision: 1 }
  if (publish) await stoa.call('pagePublish', { ...about, publish: true }, { token: by.token })
  return { by, slug, ...about }
}

export const pageSamples: SamplesOf<typeof pageCalls> = {
  pageShow: [async (scene) => ({ input: { slug: (await page(scene, { publish: true })).slug }, by: null })],
  pageList: [async ({ admin }) => ({ input: { domainName: 'default' }, by: await admin() })],
  pageGet: [
    async (scene) => {
      const { by, domainName, pageId } = await page(scene)
      return { input: { domainName, pageId }, by }
    },
  ],
  pageSave: [
    async ({ admin, next }) => ({
      input: { domainName: 'default', slug: `about-${next()}`, texts: TEXTS },
      by: await admin(),
      other: { slug: `imprint-${next()}` },
    }),
    async (scene) => {
      const { by, slug, ...about } = await page(scene)
      const texts = { en: { title: 'New rules', postContent: POST_CONTENT } }
      return { input: { ...about, slug, texts }, by, other: { slug: `${slug}-new` } }
    },
  ],
  pagePublish: [
    async (scene) => {
      const { by, slug: _, ...about } = await page(scene)
      return { input: { ...about, publish: true }, by, other: { publish: false } }
    },
  ],
  pageDelete: [
    async (scene) => {
      const { by, domainName, pageId } = await page(scene)
      return { input: { domainName, pageId }, by }
    },
  ],
}
