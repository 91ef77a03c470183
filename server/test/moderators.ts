import type { CallInput } from '@stoa/contract'
import type { Forum } from './forum.ts'

type Person = Forum['ada']

/** People who can ban in the running forum's community FORUM, and their calls for it. */
export function moderatorActions(running: () => Forum) {
  return {
    /** A moderator who can ban and hide content. */
    async guardNamed(name: string): Promise<Person> {
      const { stoa, communityId } = running()
      const person = await stoa.member(name, { join: ['FORUM'] })
      const role = { moderator: true, permissions: ['banUser' as const, 'hideContent' as const] }
      await stoa.app.services.memberships.setRole(communityId, person.id, role)
      return person
    },
    ban(whom: Person, about: Partial<CallInput<'userBan'>>, by: Person) {
      const input = { tokenName: 'FORUM', banUserId: whom.id, ban: true, ...about }
      return running().stoa.call('userBan', input, { token: by.token })
    },
  }
}
