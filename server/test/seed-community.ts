import type { TestApp } from './harness.ts'

type NewCommunity = Parameters<TestApp['app']['services']['communities']['create']>[0]

/** Makes a community, FORUM unless another one is named, and returns its id. */
export function seedCommunity(stoa: TestApp, about: Partial<NewCommunity> = {}): Promise<string> {
  const { tokenName = 'FORUM' } = about
  return stoa.app.services.communities.create({
    tokenName,
    title: tokenName,
    urlSlug: tokenName.toLowerCase(),
    about: '',
    creatorId: '',
    ...about,
  })
}
