/** A fault has nothing to strike at: this machine lacks what it needs, or another fault took it away. */
export class CouldNotStrike extends Error {}
