import type { TestApp } from './harness.ts'

type NewCommunity = Parameters<TestApp['app']['services']['communities']['create']>[0]

/** Creates a community, by default FORUM, and returns its id. */
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
