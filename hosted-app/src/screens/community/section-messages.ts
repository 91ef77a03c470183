import { messages } from '../../messages.ts'

/** English names of the sections of a community's settings. */
export const sectionMessages = {
  ...messages,
  'section.general': 'General',
  'section.topics': 'Topics',
  'section.posting': 'Posting',
  'section.rules': 'Rules',
  'section.members': 'Members',
  'section.moderation': 'Moderation',
  'section.featured': 'Featured communities',
  'section.archive': 'Archive',
  'section.transfer': 'Transfer ownership',
  'section.start': 'Get started',
  'edits.title': 'Someone else changed this list',
  'edits.text': 'Nothing is saved yet. Their changes are now in your list as well: check it and save again.',
  'edits.added': 'Added: {names}',
  'edits.removed': 'Removed: {names}',
} as const
