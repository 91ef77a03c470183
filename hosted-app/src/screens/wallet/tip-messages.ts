/** English texts of tips, loaded with them. */
export const tipMessages = {
  'tip.button': 'Tip',
  'tip.title': 'Tip {name}',
  'tip.amount': 'Amount',
  'tip.other': 'Other',
  'tip.own': 'Your amount',
  'tip.has': 'You have {amount} {token}.',
  'tip.has.credit': 'You have {amount} {token}, {credit} of it as credit, which is spent first.',
  'tip.has.nothing': 'You have no {token} to tip with.',
  'tip.forGood': 'A tip arrives at once, and you can’t take it back.',
  'tip.wallet': 'View your wallet',
  'tip.failed': 'Couldn’t load your wallet',
  'tip.cancel': 'Cancel',
  'tip.close': 'Close',
  'tip.send': 'Tip {amount} {token}',
  'tip.send.none': 'Tip',
  'tip.done': 'You tipped {name} {amount} {token}.',
} as const
