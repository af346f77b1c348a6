// SPDX-License-Identifier: BSD-3-Clause
// perfetto.js ENGINE_FOLDER TRACE QUERY...: loads the trace into Perfetto's trace processor, as Perfetto's
// page in a browser does, and prints for each query the single whole number that it yields.
//
// ENGINE_FOLDER has engine_bundle.js, the page's worker with the trace processor, which is WebAssembly.  It
// reads and writes messages of perfetto/protos/perfetto/trace_processor/trace_processor.proto.
"use strict";
const fs = require("fs");
const path = require("path");
const vm = require("vm");

const [folder, trace, ...queries] = process.argv.slice(2);
const APPEND = 1, FINALIZE = 2, QUERY = 3;

// ---- Messages: fields of whole numbers, and of bytes ----------------------------------------------------

function varint(value) {
    const bytes = [];
    for (; value > 127; value = Math.floor(value / 128)) {
        bytes.push((value % 128) | 128);
    }
    return Buffer.from([...bytes, value]);
}

function number(field, value) {
    return Buffer.concat([varint(field * 8), varint(value)]);
}

function bytes(field, value) {
    return Buffer.concat([varint(field * 8 + 2), varint(value.length), value]);
}

class Reader {
    constructor(data) {
        this.data = data;
        this.at = 0;
    }

    get hasMore() {
        return this.at < this.data.length;
    }

    varint() {
        let value = 0n;
        for (let shift = 0n; ; shift += 7n) {
            const byte = this.data[this.at++];
            value |= BigInt(byte & 127) << shift;
            if (byte < 128) {
                return value;
            }
        }
    }

    // The field's number and value; of fields of a fixed size no value.
    field() {
        const tag = Number(this.varint());
        const kind = tag % 8;
        let value;
        if (kind === 0) {
            value = this.varint();
        } else if (kind === 2) {
            const length = Number(this.varint());
            value = this.data.subarray(this.at, this.at += length);
        } else {
            this.at += kind === 1 ? 8 : 4;
        }
        return [Math.floor(tag / 8), value];
    }
}

function fields(data) {
    const all = {};
    for (const reader = new Reader(data); reader.hasMore;) {
        const [field, value] = reader.field();
        (all[field] ??= []).push(value);
    }
    return all;
}

// ---- The trace processor --------------------------------------------------------------------------------

let answered;
const port = {
    postMessage(data) {
        for (const message of fields(data)[1]) {
            answered(fields(message));
        }
    },
};

let sequence = 0;
function ask(method, argument) {
    const message = Buffer.concat([number(1, ++sequence), number(2, method), argument]);
    return new Promise((resolve) => {
        answered = (answer) => {
            if (answer[5]) {
                throw new Error(Buffer.from(answer[5][0]).toString());
            }
            resolve(answer);
        };
        port.onmessage({data: new Uint8Array(bytes(1, message))});
    });
}

function require_no_error(result, field) {
    if (result[field] && result[field][0].length > 0) {
        throw new Error(Buffer.from(result[field][0]).toString());
    }
}

async function query(sql) {
    const answer = await ask(QUERY, bytes(103, bytes(1, Buffer.from(sql))));
    const result = fields(answer[203][0]);
    require_no_error(result, 2);
    return new Reader(fields(result[3][0])[2][0]).varint();
}

function file_of(name) {
    return fs.readFileSync(path.join(folder, path.basename(String(name))));
}

// What a worker has of a browser to load its WebAssembly with.
class FileRequest {
    open(method, name) {
        this.name = name;
    }

    send() {
        this.response = new Uint8Array(file_of(this.name)).buffer;
    }
}

// The worker refuses to run where it sees Node's `process`.
const node = process;
function start_engine() {
    const worker = {location: {href: "https://localhost/"}};
    Object.assign(globalThis, {self: worker, WorkerGlobalScope: Object, XMLHttpRequest: FileRequest});
    delete globalThis.process;
    console.warn = () => {};
    vm.runInThisContext(file_of("engine_bundle.js").toString());
    worker.onmessage({data: port});
}

async function main() {
    start_engine();
    // It is ready when what it has put off has run.
    await new Promise((resolve) => setTimeout(resolve, 0));
    await ask(APPEND, bytes(101, fs.readFileSync(trace)));
    await ask(FINALIZE, Buffer.alloc(0));
    for (const sql of queries) {
        console.log(String(await query(sql)));
    }
    node.exit(0);
}

main().catch((error) => {
    console.error(`perfetto.js: ${error.message}`);
    node.exit(1);
});
