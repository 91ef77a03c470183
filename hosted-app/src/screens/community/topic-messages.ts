import { messages } from '../../messages.ts'
import { moderationMessages } from './moderation-messages.ts'

/** English texts of the settings of topics. */
export const topicMessages = {
  ...messages,
  'dialog.cancel': moderationMessages['dialog.cancel'],
  'topics.title': 'Topics',
  'topics.text': '{count} of {most} topics. If a community has topics, every new post needs one.',
  'topics.empty': 'No topics yet',
  'topics.empty.text': 'Topics help readers find what interests them and filter out the rest.',
  'topics.menu': 'Manage {name}',
  'topics.name': 'Name',
  'topics.name.hint': 'Letters, digits and spaces. Up to {most} characters.',
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
  'topics.changed': 'Topic updated',
  'topics.delete': 'Delete',
  'topics.delete.title': 'Delete {name}?',
  'topics.delete.text': 'Posts with this topic keep it, but new posts can’t use it.',
  'topics.deleted': 'Topic deleted',
} as const
