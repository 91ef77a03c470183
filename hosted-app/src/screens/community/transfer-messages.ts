import { messages } from '../../messages.ts'

/** English texts of transferring a community. */
export const transferMessages = {
  ...messages,
  'transfer.title': 'Transfer ownership',
  'transfer.text': 'Hand this community over to another member.',
  'transfer.warning':
    'The new owner gets every right, and you become an ordinary member. It takes effect within 3 minutes. Until then, signing out everywhere stops it; after that, it can’t be undone.',
  'transfer.stop':
    'Until then, you can stop it by signing out everywhere in your account settings. After that, it can’t be undone.',
  'transfer.person': 'Username of the new owner',
  'transfer.person.hint': 'They must have joined this community.',
  'transfer.person.missing': 'Enter a username.',
  'transfer.person.unknown': 'There’s no member with this username.',
  'transfer.confirm': 'Type {name} to confirm',
  'transfer.confirm.wrong': 'This isn’t the community’s token name.',
  'transfer.submit': 'Transfer ownership',
  'transfer.pending': 'Ownership goes to {name}',
  'transfer.pending.time': 'It takes effect in {time}.',
  'transfer.pending.soon': 'It takes effect any moment now.',
  'transfer.done': 'The transfer is complete',
  'transfer.done.text': 'You’re no longer the owner of this community.',
  'transfer.done.action': 'Go to the community',
} as const
