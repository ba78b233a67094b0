from expect import check, end

check("verify --help", out=["tutti verify bcast --p 1..64 --jobs 2", "passed"])
done = check("verify bcast.binomial --p 1..8", out=" passed, 0 failed\n")
assert done.stdout.count("\n") == 1 and int(done.stdout.split()[0]) > 200, done.stdout
# Two jobs, the same cases.
assert check("verify bcast.binomial --p 1..8 --jobs 2").stdout == done.stdout
# Fewer roots and blocks, fewer cases.
chain = [int(check(f"verify bcast.chain --p 5 {more}").stdout.split()[0])
         for more in ["", "--roots some", "--roots first", "--roots first --blocks 2"]]
assert chain == sorted(chain, reverse=True) and len(set(chain)) == 4, chain
check("verify allgather --p 3,4 --roots first", out=" passed, 0 failed\n")
# A check that ran nothing is no success.
check("verify allgather.recursive_doubling --p 3", status=1, out=["needs p a power of two", "0 passed, 0 failed\n"])

check("verify bcst", status=2, err="did you mean bcast?")
check("verify bcast.binomal", status=2, err="did you mean bcast.binomial")
check("verify --p 0", status=2, err="--p 0: expected a whole number from 1 to")
check("verify --p 4..2", status=2, err="a range that ascends")
check("verify --roots none", status=2, err="expected all, some or first")
check("verify --blocks 0", status=2, err="--blocks 0")
check("verify --jobs 0", status=2, err="--jobs 0")

end()
