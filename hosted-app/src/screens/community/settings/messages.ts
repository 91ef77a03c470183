import { decisionMessages } from '@stoa/comments/moderation'
import { messages } from '../../../messages.ts'

/** English names of the sections of a community's settings. */
export const sectionMessages = {
  ...messages,
  'section.group.setUp': 'Set up',
  'section.group.content': 'Content',
  'section.group.people': 'People',
  'section.group.danger': 'Danger zone',
  'section.general': 'General',
  'section.topics': 'Topics',
  'section.posting': 'Posting',
  'section.rules': 'Rules',
  'section.members': 'Members',
  'section.moderation': 'Moderation',
  'section.featured': 'Featured communities',
  'section.webhooks': 'Webhooks',
  'section.cashier': 'Cashier',
  'section.archive': 'Archive',
  'section.transfer': 'Transfer ownership',
  'section.start': 'Get started',
  'edits.title': 'Someone else just changed this',
  'edits.text': 'Nothing is saved yet. Their changes are now in your list as well: check it and save again.',
  'edits.added': 'Added: {names}',
  'edits.removed': 'Removed: {names}',
} as const

/** English texts of a community's general settings. */
export const generalMessages = {
  ...messages,
  'general.title': 'General',
  'general.text': 'How your community appears to people.',
  'general.field.title': 'Name',
  'general.field.about': 'Description',
  'general.field.urlSlug': 'Address',
  'general.field.urlSlug.hint':
    'The community’s address is {address}. Old addresses redirect here. Use lowercase letters, digits and hyphens.',
  'general.field.accent': 'Color',
  'general.field.accent.hint':
    'The color of links and buttons. In the dark theme it is lightened so that it stays readable.',
  'general.field.logoImageURI': 'Logo',
  'general.field.bannerImageURI': 'Banner',
  'general.missing.title': 'Add a name.',
  'general.missing.urlSlug': 'Add an address.',
  'general.long': 'Use at most {most} characters.',
  'general.urlSlug.invalid': 'Use lowercase letters, digits and single hyphens only.',
  'general.urlSlug.reserved': 'This address is reserved. Choose another one.',
  'general.empty': 'empty',
  'logo.text': 'Shown next to the community’s name. Without a logo, its initials are shown. Square images work best.',
  'logo.upload': 'Upload a logo',
  'logo.remove': 'Remove logo',
  'banner.text': 'Shown above the community’s pages. Wide pictures work best, such as 1600 × 400 pixels.',
  'banner.upload': 'Upload a banner',
  'banner.remove': 'Remove banner',
} as const

/** English texts of the settings of topics. */
export const topicMessages = {
  ...messages,
  'dialog.cancel': decisionMessages['dialog.cancel'],
  'topics.title': 'Topics',
  'topics.text': '{count} of {most} topics. If a community has topics, every new post needs one.',
  'topics.empty': 'No topics yet',
  'topics.empty.text': 'Topics help readers find what interests them and filter out the rest.',
  'topics.menu': 'Manage {name}',
  'topics.name': 'Name',
  'topics.name.hint': 'Letters, digits and spaces. Up to {most} characters.',
  'topics.color': 'Color',
  'topics.color.gray': 'Gray',
  'topics.color.red': 'Red',
  'topics.color.orange': 'Orange',
  'topics.color.yellow': 'Yellow',
  'topics.color.green': 'Green',
  'topics.color.teal': 'Teal',
  'topics.color.blue': 'Blue',
  'topics.color.purple': 'Purple',
  'topics.create': 'Add topic',
  'topics.created': 'Topic added',
  'topics.up': 'Move {name} up',
  'topics.down': 'Move {name} down',
  'topics.moved': '{name} is now number {place} of {count}',
  'topics.edit': 'Edit',
  'topics.edit.title': 'Edit {name}',
  'topics.save': 'Save',
  'topics.changed': 'Topic updated',
  'topics.merge': 'Merge into another topic',
  'topics.merge.title': 'Merge {name} into another topic?',
  'topics.merge.into': 'Topic',
  'topics.merge.text': 'All its posts move there, and links to {name} lead there. This can’t be undone.',
  'topics.merge.submit': 'Merge',
  'topics.merged': 'Topics merged',
  'topics.delete': 'Delete',
  'topics.delete.title': 'Delete {name}?',
  'topics.delete.text': 'Posts with this topic keep it, but new posts can’t use it.',
  'topics.deleted': 'Topic deleted',
} as const

/** English texts of the posting settings. */
export const postingMessages = {
  ...messages,
  'posting.title': 'Posting',
  'posting.types': 'Allowed posts',
  'posting.types.text': 'Turning a type off doesn’t remove existing posts.',
  'posting.type.community': 'Posts by members',
  'posting.type.poll': 'Polls',
  'posting.type.story': 'Stories by partners',
  'posting.type.response': 'Responses to posts',
  'posting.anonymous': 'Anonymous posts and comments',
  'posting.anonymous.hint': 'Visitors can write without an account or name.',
  'posting.before': 'Before posts are published',
  'posting.approve': 'Approve posts before they’re published',
  'posting.approve.hint':
    'A moderator approves or rejects new posts. Moderators’ own posts are published right away. If you turn this off, pending posts stay pending.',
  'posting.transcripts': 'Require captions for videos and recordings',
  'posting.transcripts.hint':
    'New posts with a video or recording wait until it has captions. If you turn this off, waiting posts are published.',
  'posting.writing': 'While people write',
  'posting.showRules': 'Show the rules above the editor',
  'posting.showRules.hint': 'Writers can open and close the list.',
  'posting.slowMode': 'Slow mode',
  'posting.slowMode.hint':
    'The wait between posts and comments. Doesn’t apply to moderators. If storm mode asks for a longer wait, that one applies while it’s on.',
  'posting.slowMode.off': 'Off',
} as const

/** English texts of the settings of a community's rules. */
export const rulesMessages = {
  ...messages,
  'rules.heading': 'Rules',
  'rules.text': 'Up to {most} short rules. Members see them beside the posts, on the about page and while they write.',
  'rules.empty': 'No rules yet',
  'rules.empty.text': 'A few short rules help newcomers settle in.',
  'rules.add': 'Add rule',
  'rules.rule': 'Rule {number}',
  'rules.title': 'Title',
  'rules.why': 'Explanation',
  'rules.up': 'Move rule {number} up',
  'rules.down': 'Move rule {number} down',
  'rules.remove': 'Remove rule {number}',
  'rules.missing': 'Give this rule a title, or remove it.',
  'rules.same': 'Another rule has this title.',
  'rules.titleTooLong': 'This title is too long.',
  'rules.textTooLong': 'This explanation is too long.',
} as const

/** English texts of the members section of the settings. */
export const memberSettingsMessages = {
  ...messages,
  'members.title': 'Members',
  'members.text': 'Give roles and permissions, name partners, and ban people.',
  'members.search': 'Search members',
  'members.show': 'Show',
  'members.show.all': 'Everyone',
  'members.show.staff': 'Owners and moderators',
  'members.show.partner': 'Partners',
  'members.show.banned': 'Banned people',
  'members.list': 'Members',
  'members.failed': 'Couldn’t load the members.',
  'members.none': 'No members found',
  'members.none.text': 'Try another name, or show everyone.',
  'members.none.all': 'Show everyone',
  'members.may': 'Can: {permissions}',
} as const

/** English texts of the settings of featured communities. */
export const featuredMessages = {
  ...messages,
  'featured.title': 'Featured communities',
  'featured.text': 'Up to {most} other communities, shown beside yours in this order.',
  'featured.empty': 'No featured communities',
  'featured.empty.text': 'Until you choose some, the largest communities are shown.',
  'featured.up': 'Move {name} up',
  'featured.down': 'Move {name} down',
  'featured.remove': 'Remove {name}',
  'featured.moved': '{name} is now number {place} of {count}',
  'featured.added': '{name} added',
  'featured.removed': '{name} removed',
  'featured.search': 'Find a community',
  'featured.search.hint': 'Type part of its title, or its short name.',
  'featured.found': 'Communities found',
  'featured.failed': 'Couldn’t search. Check your connection and try again.',
  'featured.none': 'Nothing found.',
  'featured.add': 'Add',
  'featured.add.name': 'Add {name}',
} as const

/** English texts of archiving a community. */
export const archiveMessages = {
  'dialog.cancel': decisionMessages['dialog.cancel'],
  'archive.title': 'Archive this community',
  'archive.text':
    'Archived communities are read-only: no one can join, post, comment, react or vote. They’re no longer listed. You can undo this at any time.',
  'archive.submit': 'Archive community',
  'archive.sure': 'Archive {community}?',
  'archive.done': 'Community archived',
  'archive.archived': 'This community is archived',
  'archive.archived.text': 'Everything stays readable. No one can join, post, comment, react or vote.',
  'archive.restore': 'Unarchive community',
  'archive.restored': 'Community unarchived',
} as const

/** English texts of transferring a community. */
export const transferMessages = {
  ...messages,
  'transfer.title': 'Transfer ownership',
  'transfer.text': 'Hand this community over to another member.',
  'transfer.warning':
    'The new owner gets full control and you become a regular member. It takes effect after 3 minutes. Until then you can cancel it; after that, it can’t be undone.',
  'transfer.stop': 'Until then, you can cancel it. After that, it can’t be undone.',
  'transfer.cancel': 'Cancel the transfer',
  'transfer.cancelled': 'The transfer was canceled. You still own this community.',
  'transfer.person': 'New owner’s username',
  'transfer.person.hint': 'They must have joined this community.',
  'transfer.person.missing': 'Enter a username.',
  'transfer.person.unknown': 'There’s no member with this username.',
  'transfer.confirm': 'Type {name} to confirm',
  'transfer.confirm.wrong': 'This isn’t the community’s short name.',
  'transfer.submit': 'Transfer ownership',
  'transfer.pending': 'Ownership goes to {name}',
  'transfer.pending.time': 'It takes effect in {time}.',
  'transfer.pending.soon': 'It takes effect any moment now.',
  'transfer.done': 'The transfer is complete',
  'transfer.done.text': 'You no longer own this community.',
  'transfer.done.action': 'Go to the community',
} as const
