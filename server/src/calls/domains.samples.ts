import type { domainCalls } from '@stoa/contract/schemas'
import { exampleFont } from '../../test/example-font.ts'
import type { SampleScene, SamplesOf } from '../../test/samples.ts'

const COMMUNITY = { tokenName: 'DOMAINS', title: 'Domains', urlSlug: 'domains', about: '', creatorId: '' }

/** Token name of the default community, since not every scene's can be one. */
async function defaultCommunity({ stoa }: SampleScene): Promise<string> {
  const { communities } = stoa.app.services
  const isThere = await communities.require(COMMUNITY.tokenName).then(
    () => true,
    () => false,
  )
  if (!isThere) await communities.create(COMMUNITY)
  return COMMUNITY.tokenName
}

/** A domain of its own. */
export async function domainSample(scene: SampleScene) {
  const { stoa, admin, next } = scene
  const defaultTokenName = await defaultCommunity(scene)
  const by = await admin()
  const number = next()
  const name = `garden-${number}`
  const input = { name, host: `garden-${number}.example`, settings: { defaultTokenName } }
  const { body } = await stoa.call('domainCreate', input, { token: by.token })
  return { by, name, settings: body.payload.domain.settings }
}

export const domainSamples: SamplesOf<typeof domainCalls> = {
  domainList: [async ({ admin }) => ({ input: {}, by: await admin() })],
  domainGet: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name }, by }
    },
  ],
  domainTexts: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name, language: 'de', query: 'log' }, by }
    },
  ],
  domainVersionGet: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name, number: 1 }, by }
    },
  ],
  domainPublicGet: [() => ({ input: {} })],
  publicSettingsGet: [() => ({ input: {} })],
  tokenPriceGet: [({ tokenName }) => ({ input: { tokenName } })],
  domainPreviewGet: [async ({ admin }) => ({ input: { name: 'default', number: 1 }, by: await admin() })],
  domainCreate: [
    async (scene) => {
      const { admin, next } = scene
      const defaultTokenName = await defaultCommunity(scene)
      const number = next()
      return {
        input: {
          name: `park-${number}`,
          host: `park-${number}.example`,
          settings: { defaultTokenName, domainDisplayName: 'The Park' },
        },
        by: await admin(),
        other: { host: `other-park-${number}.example` },
      }
    },
  ],
  domainSave: [
    async (scene) => {
      const { by, name, settings } = await domainSample(scene)
      return {
        input: { name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'The Garden' } },
        by,
        other: { settings: { ...settings, domainDisplayName: 'The other garden' } },
      }
    },
  ],
  domainPublish: [
    async (scene) => {
      const { by, name, settings } = await domainSample(scene)
      const input = { name, baseVersion: 1, settings: { ...settings, domainDisplayName: 'The Garden' } }
      await scene.stoa.call('domainSave', input, { token: by.token })
      return { input: { name, version: 2, baseVersion: 2 }, by, other: { version: 1 } }
    },
  ],
  domainDelete: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name }, by }
    },
  ],
  domainFontAdd: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return {
        input: { name, data: exampleFont(scene.next()).toString('base64') },
        by,
        other: { data: exampleFont(scene.next()).toString('base64') },
      }
    },
  ],
  domainKeyAdd: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return { input: { name, secret: 'one-secret' }, by, other: { secret: 'another-secret' } }
    },
  ],
  domainHostEdit: [
    async (scene) => {
      const { by, name } = await domainSample(scene)
      return {
        input: { name, host: `www.${name}.example`, action: 'add' },
        by,
        other: { host: `forum.${name}.example` },
      }
    },
  ],
}
