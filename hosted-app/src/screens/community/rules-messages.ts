import { messages } from '../../messages.ts'

/** English texts of the settings of a community's rules. */
export const rulesMessages = {
  ...messages,
  'rules.heading': 'Rules',
  'rules.text': 'Up to {most} short rules. Members see them beside the posts, on the about page and while they write.',
  'rules.empty': 'No rules yet',
  'rules.empty.text': 'A few short rules tell newcomers what is welcome here.',
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
  'rules.save': 'Save rules',
  'rules.saved': 'Rules saved.',
  'rules.discard': 'Discard changes',
  'rules.unsaved': 'Not saved yet. Your changes are kept on this device.',
} as const
