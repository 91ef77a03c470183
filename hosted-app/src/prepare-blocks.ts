/** A separate file: of a whole package the bundler would load what its other exports share with screens, too. */
export { prepareBlocks } from '@stoa/post-view'
