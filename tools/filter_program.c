/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Runs while rjinterp is built: writes the filter of system calls of a worker as a table of
 * instructions, so that loading it takes a worker no time and no memory.
 *
 * A worker may get memory that is never executable, write to its pipe, ask for the time, and end.
 * Everything else fails with EPERM.
 */
#include <errno.h>
#include <linux/filter.h>
#include <seccomp.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "interp/cell.h"

static bool allow_calls(scmp_filter_ctx filter) {
    static const int plain[] = {
        SCMP_SYS(brk),
        SCMP_SYS(munmap),
        SCMP_SYS(mremap),
        SCMP_SYS(madvise),
        SCMP_SYS(exit),
        SCMP_SYS(exit_group),
        SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday),
        SCMP_SYS(rt_sigreturn),
        SCMP_SYS(restart_syscall),
        /* Waking nobody: the unwinder below lua_error() sets itself up with pthread_once(), and
         * glibc ends a process whose futex fails. */
        SCMP_SYS(futex),
        /* LuaJIT seeds its hash function when a state is made. */
        SCMP_SYS(getrandom),
    };
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (seccomp_rule_add(filter, SCMP_ACT_ALLOW, plain[i], 0) != 0)
            return false;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0)) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(write), 1,
                            SCMP_A0(SCMP_CMP_EQ, RJ_CELL_PIPE_FD)) == 0;
}

int main(int argc, char **argv) {
    struct sock_filter instruction;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    FILE *program = tmpfile(), *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    if (!filter || !program || !out || !allow_calls(filter) ||
        seccomp_export_bpf(filter, fileno(program)) != 0 || lseek(fileno(program), 0, SEEK_SET)) {
        fprintf(stderr, "the filter of system calls can't be made\n");
        return 1;
    }
    size_t count = 0;
    for (; fread(&instruction, sizeof instruction, 1, program) == 1; count++)
        fprintf(out, "{0x%02x, %u, %u, 0x%08x},\n", (unsigned)instruction.code,
                (unsigned)instruction.jt, (unsigned)instruction.jf, (unsigned)instruction.k);
    seccomp_release(filter);
    fclose(program);
    return fclose(out) != 0 || count == 0;
}
