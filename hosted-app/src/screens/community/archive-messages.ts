import { moderationMessages } from './moderation-messages.ts'

/** English texts of archiving a community. */
export const archiveMessages = {
  'dialog.cancel': moderationMessages['dialog.cancel'],
  'archive.title': 'Archive this community',
  'archive.text':
    'Everybody can still read an archived community, but nobody can join, post, comment, react or vote. It’s no longer listed. You can undo this at any time.',
  'archive.submit': 'Archive community',
  'archive.sure': 'Archive {community}?',
  'archive.done': 'Community archived',
  'archive.archived': 'This community is archived',
  'archive.archived.text': 'Everything stays readable. Nobody can join, post, comment, react or vote.',
  'archive.restore': 'Unarchive community',
  'archive.restored': 'Community unarchived',
} as const
