/** Who brought somebody, and from where. */
export interface Referral {
  /** Username or id; of nobody that is known nothing is kept. */
  refBy?: string | undefined
  refFrom?: string | undefined
}

export interface NewAccount extends Referral {
  username: string
  /** Confirmed by who makes the account. */
  email: string | null
  passwordHash: string | null
  /** Default empty: the username is shown. */
  displayName?: string
  /** Default empty: none. */
  profileImageUrl?: string
  /** Default: it was chosen. */
  hasMadeUpName?: boolean
}
