/** English texts of deposits, loaded with the wallet. */
export const depositMessages = {
  'wallet.deposit': 'Deposit',
  'wallet.deposit.text': 'Send {token} from your wallet on the chain to an address that is yours alone.',
  'wallet.deposit.show': 'Show my address',
  'wallet.deposit.address': 'Your address',
  'wallet.deposit.copy': 'Copy address',
  'wallet.deposit.chain': 'Chain',
  'wallet.deposit.contract': 'Contract',
  'wallet.deposit.rules':
    'Send only tokens of this contract, on this chain. Others are lost. Deposits are credited after {count, plural, one {# block} other {# blocks}}.',
  'wallet.deposit.local': 'This chain is for trying out. Its tokens are worth nothing.',
  'wallet.deposit.newest': 'Newest deposits',
  'wallet.deposit.pending': '{count} of {all} blocks',
  'wallet.deposit.credited': 'Credited',
  'wallet.deposit.gone': 'No longer on the chain',
} as const
