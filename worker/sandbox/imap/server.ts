import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { Clock } from '../clock.ts';
import { accountOf } from '../microsoft/accounts.ts';
import type { Grants } from '../oauth/grants.ts';
import { WRONG_PASSWORD } from '../smtp/server.ts';
import { type Argument, type Command, CommandReader, textOf, Unreadable } from './command.ts';
import { fetched, numbersIn, searched } from './fetch.ts';
import { FOLDERS, type FolderName, type Mailboxes } from './mailboxes.ts';

const IMAP_SCOPE = 'https://outlook.office.com/IMAP.AccessAsUser.All';
const CAPABILITIES = 'IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=XOAUTH2 IDLE SPECIAL-USE UIDPLUS';
/** Mails are never deleted, so their numbers hold as long as the folder. */
const UID_VALIDITY = 1;
/** RFC 3501: a server waits for 30 minutes at least. */
const SILENT_MS = 30 * 60_000;
const MOST_REFUSALS = 3;

export interface SandboxImap {
  readonly port: number;
  close(): Promise<void>;
}

type Deps = { mailboxes: Mailboxes; now: Clock; microsoft: Grants };

/** Words in a user name choose what its server does not do, as some real ones. `stuck`: the first mail of the inbox does not come. */
type Limp = 'stuck' | 'no-search' | 'no-uidnext' | 'no-examine' | 'no-junk' | 'every-second-login';
const limps = (user: string, how: Limp): boolean => user.includes(how);

/** A folder as a client has opened it. `shown`: how many mails it knows of. */
type Opened = { folder: FolderName; readOnly: boolean; shown: number };

const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
const folderNamed = (argument: Argument | undefined): FolderName | undefined =>
  (Object.keys(FOLDERS) as FolderName[]).find((name) =>
    name === 'INBOX' ? /^inbox$/i.test(textOf(argument)) : name === textOf(argument),
  );

/**
 * The mailboxes of the mail server, as IMAP. It knows the product's commands and accepts any user with every password but one. Anything else is
 * answered BAD, as on a real one.
 */
export const startSandboxImap = async (host: string, deps: Deps): Promise<SandboxImap> => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setTimeout(SILENT_MS, () => socket.end('* BYE Nothing was said for too long\r\n'));
    // a client may disconnect at any time
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    serve(socket, deps).catch(() => socket.destroy());
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};

async function serve(socket: Socket, deps: Deps): Promise<void> {
  const session = new Session(socket, deps);
  session.say(`* OK [CAPABILITY ${CAPABILITIES}] The mail server of the sandbox`);
  const { reader } = session;
  for (let refusals = 0; refusals < MOST_REFUSALS && !session.ended; ) {
    try {
      const command = await reader.command();
      if (!command) return;
      if (!(await session.answer(command))) refusals += 1;
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      session.say(`${error.tag} ${error.answer} ${error.message}`);
      // what follows an endless line is no command
      if (error.tag === '*') break;
    }
  }
  if (!session.ended) session.say('* BYE Too many errors');
  socket.end();
}

class Session {
  readonly reader: CommandReader;
  ended = false;
  private readonly socket: Socket;
  private readonly deps: Deps;
  private user: string | null = null;
  private opened: Opened | null = null;

  constructor(socket: Socket, deps: Deps) {
    this.socket = socket;
    this.deps = deps;
    this.reader = new CommandReader(socket, () => this.say('+ Go on'));
  }

  say(line: string): void {
    this.socket.write(`${line}\r\n`);
  }

  /** Answers a command. false: a sign-in was refused. */
  async answer(command: Command): Promise<boolean> {
    const { tag, name } = command;
    const done = (text: string) => {
      this.tellOfMails();
      this.say(`${tag} ${text}`);
      return true;
    };
    switch (name) {
      case 'CAPABILITY':
        this.say(`* CAPABILITY ${CAPABILITIES}`);
        return done('OK Done');
      case 'NOOP':
        return done('OK Done');
      case 'LOGOUT':
        this.say('* BYE Goodbye');
        this.ended = true;
        return done('OK Done');
      case 'LOGIN':
      case 'AUTHENTICATE':
        if (this.user !== null) return done('BAD You are signed in');
        this.user = await (name === 'LOGIN' ? this.byPassword(command.args) : this.bySasl(command.args));
        if (this.user && limps(this.user, 'every-second-login') && this.deps.mailboxes.signIn(this.user) % 2 === 1)
          this.user = null;
        if (this.user === null) {
          this.say(`${tag} NO [AUTHENTICATIONFAILED] The user name or the password is wrong`);
          return false;
        }
        return done(`OK [CAPABILITY ${CAPABILITIES}] Signed in`);
    }
    if (this.user === null) return done('BAD Sign in first');
    return done(await this.signedIn(command, this.user));
  }

  private byPassword([user, password]: Argument[]): string | null {
    return !textOf(user) || textOf(password) === WRONG_PASSWORD ? null : textOf(user).toLowerCase();
  }

  private async bySasl([mechanism, initial]: Argument[]): Promise<string | null> {
    if (initial === undefined) this.say('+ ');
    const said = initial === undefined ? await this.reader.line() : textOf(initial);
    const text = Buffer.from(said ?? '', 'base64').toString('utf8');
    if (textOf(mechanism).toUpperCase() === 'PLAIN') return this.byPassword(text.split('\0').slice(1));
    if (textOf(mechanism).toUpperCase() !== 'XOAUTH2') return null;
    const fields = new Map(text.split('\x01').map((field) => field.split('=', 2) as [string, string]));
    const user = fields.get('user') ?? '';
    const token = fields.get('auth')?.replace(/^Bearer /, '') ?? '';
    const holder = this.deps.microsoft.holderOfAccess(token);
    const account = accountOf(holder?.accountId);
    const isTheirs = account && [account.email, account.userName].includes(user);
    return isTheirs && holder?.scopes.includes(IMAP_SCOPE) ? user.toLowerCase() : null;
  }

  private async signedIn({ name, args }: Command, user: string): Promise<string> {
    switch (name) {
      case 'LIST':
      case 'LSUB':
        return this.list(name, args);
      case 'SELECT':
      case 'EXAMINE':
        return this.open(user, args, name === 'EXAMINE');
      case 'APPEND':
        return this.append(user, args);
      case 'CLOSE':
        this.opened = null;
        return 'OK Done';
      case 'UID':
        return this.byNumber(user, args);
      case 'IDLE':
        return this.idle();
      default:
        return 'BAD This server has no such command';
    }
  }

  private list(name: 'LIST' | 'LSUB', [, pattern]: Argument[]): string {
    const wanted = textOf(pattern);
    if (wanted === '') this.say(`* ${name} (\\Noselect) "/" ""`);
    for (const [folder, use] of Object.entries(FOLDERS)) {
      if (!['*', '%', folder].includes(wanted)) continue;
      this.say(`* ${name} (\\HasNoChildren${use ? ` ${use}` : ''}) "/" ${quoted(folder)}`);
    }
    return 'OK Done';
  }

  private open(user: string, [name]: Argument[], readOnly: boolean): string {
    this.opened = null;
    const folder = folderNamed(name);
    if (!folder) return 'NO [NONEXISTENT] There is no such folder';
    if (limps(user, 'no-examine') && readOnly) return 'NO [NOPERM] Not allowed';
    if (limps(user, 'no-junk') && folder === 'Junk') return 'NO [SERVERBUG] The folder cannot be opened';
    const count = this.deps.mailboxes.mails(user, folder).length;
    this.opened = { folder, readOnly, shown: count };
    this.say('* FLAGS (\\Seen)');
    this.say(`* ${count} EXISTS`);
    this.say('* 0 RECENT');
    this.say(`* OK [UIDVALIDITY ${UID_VALIDITY}] Valid`);
    if (!limps(user, 'no-uidnext')) this.say(`* OK [UIDNEXT ${count + 1}] Next`);
    return `OK [${readOnly ? 'READ-ONLY' : 'READ-WRITE'}] Done`;
  }

  private async append(user: string, args: Argument[]): Promise<string> {
    const folder = folderNamed(args[0]);
    if (!folder) return 'NO [TRYCREATE] There is no such folder';
    const raw = args.at(-1);
    const flags = args.find((one) => Array.isArray(one)) ?? [];
    const when = args.slice(1).find((one) => typeof one === 'string');
    const at = when === undefined ? this.deps.now() : new Date(when);
    if (!Buffer.isBuffer(raw) || Number.isNaN(at.getTime())) return 'BAD APPEND takes a folder and a mail';
    const seen = Array.isArray(flags) && flags.some((flag) => /^\\seen$/i.test(textOf(flag)));
    const mail = { user, folder, raw: raw.toString('base64'), seen, at: at.toISOString() };
    const uid = await this.deps.mailboxes.add(mail);
    return `OK [APPENDUID ${UID_VALIDITY} ${uid}] Done`;
  }

  private byNumber(user: string, [what, ...args]: Argument[]): string {
    if (!this.opened) return 'BAD Open a folder first';
    const mails = this.deps.mailboxes.mails(user, this.opened.folder);
    if (textOf(what).toUpperCase() === 'SEARCH') {
      if (limps(user, 'no-search')) return 'NO [SERVERBUG] The search failed';
      const found = searched(mails, args);
      if (!found) return 'BAD This server cannot search by that';
      this.say(`* SEARCH${found.map((uid) => ` ${uid}`).join('')}`);
      return 'OK Done';
    }
    if (textOf(what).toUpperCase() !== 'FETCH') return 'BAD This server has no such command';
    // before the mails are named, the client must know that they are there
    this.tellOfMails();
    const numbers = numbersIn(textOf(args[0]), mails.length);
    const asked = (Array.isArray(args[1]) ? args[1] : args.slice(1)).map(textOf);
    if (!numbers || asked.length === 0) return 'BAD FETCH takes numbers and what to fetch';
    const isStuck = this.opened.folder === 'INBOX' && numbers.includes(1) && asked.some((item) => /^BODY/i.test(item));
    if (limps(user, 'stuck') && isStuck) return 'NO [SERVERBUG] The mail cannot be read';
    for (const uid of numbers) {
      const mail = mails[uid - 1];
      const answer = mail && fetched(mail, uid, asked);
      if (!answer) return 'BAD This server cannot fetch that';
      this.socket.write(Buffer.concat([Buffer.from(`* ${uid} FETCH (`), answer, Buffer.from(')\r\n')]));
    }
    return 'OK Done';
  }

  private async idle(): Promise<string> {
    if (!this.opened) return 'BAD Open a folder first';
    const stop = this.deps.mailboxes.watch(() => this.tellOfMails());
    try {
      this.say('+ Idling');
      this.tellOfMails();
      const line = await this.reader.line();
      return line !== null && /^done$/i.test(line) ? 'OK Done' : 'BAD Say DONE first';
    } finally {
      stop();
    }
  }

  /** Says how many mails lie in the open folder, when there are more than the client knows of. */
  private tellOfMails(): void {
    if (!this.opened || this.user === null) return;
    const count = this.deps.mailboxes.mails(this.user, this.opened.folder).length;
    if (count > this.opened.shown) this.say(`* ${count} EXISTS`);
    this.opened.shown = count;
  }
}
