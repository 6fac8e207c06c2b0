/** The current time; an argument everywhere, so that tests can set it. */
export type Clock = () => Date;
