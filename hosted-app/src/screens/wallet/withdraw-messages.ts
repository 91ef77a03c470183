/** English texts of withdrawals, loaded with the wallet. */
export const withdrawMessages = {
  'wallet.withdraw': 'Withdraw',
  'wallet.withdraw.text': 'Send balance to an address on the chain. You can’t take it back.',
  'wallet.withdraw.address': 'Address',
  'wallet.withdraw.address.wrong': 'Enter an address: 0x and 40 digits.',
  'wallet.withdraw.amount': 'Amount to withdraw',
  'wallet.withdraw.next': 'Withdraw',
  'wallet.withdraw.confirm': 'Withdraw {amount} {token}?',
  'wallet.withdraw.confirm.text': 'It goes to this address. If the address is wrong, it is lost.',
  'wallet.withdraw.confirm.send': 'Withdraw now',
  'wallet.withdraw.cancel': 'Cancel',
  'wallet.withdraw.done': 'Your withdrawal is on its way. It takes about three minutes.',
  'wallet.withdraw.newest': 'Newest withdrawals',
  'wallet.withdraw.waiting': 'Waiting',
  'wallet.withdraw.sent': 'Sent',
  'wallet.withdraw.ended': 'Done',
  'wallet.withdraw.failed': 'Failed: it is in your wallet again',
} as const
