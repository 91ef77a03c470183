import { reasonMessages } from '@stoa/store'

/** English texts of a comment's menu and of hiding. */
export const menuMessages = {
  ...reasonMessages,
  'comment.cancel': 'Cancel',
  'comment.save': 'Save',
  'comment.saved': 'Saved',
  'comment.unsave': 'Remove from saved',
  'comment.unsaved': 'Removed from saved',
  'comment.copyLink': 'Copy link',
  'comment.copyForumLink': 'Copy forum link',
  'comment.copyLink.done': 'Link copied',
  'comment.edit': 'Edit',
  'comment.delete': 'Delete',
  'comment.deleteForGood': 'Delete for good…',
  'comment.deleteForGood.title': 'Delete comment for good?',
  'comment.deleteForGood.help': 'Its text and edit history are erased. Replies stay. This can’t be undone.',
  'comment.deleteForGood.submit': 'Delete comment',
  'comment.report': 'Report…',
  'comment.report.title': 'Report comment?',
  'comment.hideForMe': 'Hide for me',
  'comment.hide': 'Hide for everyone…',
  'comment.hide.title': 'Hide comment?',
  'comment.hide.help': 'The author sees the reason. Replies stay visible.',
  'comment.hide.reason': 'Reason',
  'comment.hide.text': 'What’s wrong with it?',
  'comment.hide.submit': 'Hide comment',
} as const

/** English texts of muting and blocking a person. */
export const muteMessages = {
  'mute.mute': 'Mute {name}',
  'mute.unmute': 'Unmute {name}',
  'mute.muted': '{name} is muted',
  'mute.unmuted': '{name} is unmuted',
  'block.block': 'Block {name}…',
  'block.unblock': 'Unblock {name}',
  'block.blocked': '{name} is blocked',
  'block.unblocked': '{name} is unblocked',
  'block.title': 'Block {name}?',
  'block.help':
    'You can’t message, mention or follow each other, and replies don’t notify. You won’t see their posts, and their comments are collapsed. They aren’t told.',
  'block.submit': 'Block',
  'block.cancel': 'Cancel',
} as const

/** English texts of reporting. */
export const reportMessages = {
  'report.help': 'Moderators will review it and let you know what they decide.',
  'report.rules': 'Community rules',
  'report.submit': 'Send report',
  'report.sent': 'Report sent',
  'report.again': 'You have already reported this',
  'report.next': 'Moderators will review it and notify you of their decision.',
  'report.hide.text': 'You can hide it for yourself, and show it again at any time.',
  'report.hide': 'Hide for me',
  'report.close': 'Done',
} as const
