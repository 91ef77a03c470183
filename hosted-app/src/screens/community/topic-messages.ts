import { messages } from '../../messages.ts'
import { moderationMessages } from './moderation-messages.ts'

/** English texts of the settings of topics. */
export const topicMessages = {
  ...messages,
  'dialog.cancel': moderationMessages['dialog.cancel'],
  'topics.title': 'Topics',
  'topics.text': '{count} of {most}. Where a community has topics, each new post is put under one of them.',
  'topics.empty': 'No topics yet',
  'topics.empty.text': 'With topics readers find what they are after, and can leave out the rest.',
  'topics.menu': 'Change {name}',
  'topics.name': 'Name',
  'topics.name.hint': 'Letters, digits and spaces, at most {most}.',
  'topics.color': 'Colour',
  'topics.color.gray': 'Grey',
  'topics.color.red': 'Red',
  'topics.color.orange': 'Orange',
  'topics.color.yellow': 'Yellow',
  'topics.color.green': 'Green',
  'topics.color.teal': 'Teal',
  'topics.color.blue': 'Blue',
  'topics.color.purple': 'Purple',
  'topics.create': 'Add topic',
  'topics.created': 'Topic added',
  'topics.edit': 'Edit',
  'topics.edit.title': 'Edit {name}',
  'topics.save': 'Save',
  'topics.changed': 'Topic changed',
  'topics.delete': 'Delete',
  'topics.delete.title': 'Delete {name}?',
  'topics.delete.text': 'Posts that have this topic keep it. It can’t be chosen any more.',
  'topics.deleted': 'Topic deleted',
} as const
